import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { DiagnoseOptions } from './diagnose.ts';
import { diagnoseFile, type FileDiagnosis, type LogPlace } from './diagnose-file.ts';

/** Reads logs without holding up anything else. */
export interface LogReaders {
  /** Rejects when the file cannot be read. */
  read(place: LogPlace, options: DiagnoseOptions): Promise<FileDiagnosis>;
  /** Ends what still reads; those calls reject. */
  stop(): Promise<void>;
}

/** A thread of its own takes longer to start than a smaller log takes to read. */
const bigBytes = 2_000_000;

/** Reads small logs here, piece by piece, and big ones in a thread of their own. `workerFile` null: everything here. */
export const createLogReaders = (workerFile: string | null): LogReaders => {
  const workers = new Set<Worker>();
  let isStopped = false;
  const readApart = (file: string, place: LogPlace, options: DiagnoseOptions): Promise<FileDiagnosis> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(file, { workerData: { place, options } });
      workers.add(worker);
      // Our own thread's answer: its shape is the function's that made it.
      worker.once('message', (answer: FileDiagnosis) => resolve(answer));
      worker.once('error', reject);
      worker.once('exit', () => {
        workers.delete(worker);
        reject(new Error('the reader ended without an answer'));
      });
    });
  return {
    async read(place, options) {
      const size = (place.to ?? (await stat(place.file)).size) - (place.from ?? 0);
      if (isStopped) throw new Error('no more logs are read');
      return workerFile !== null && size > bigBytes ? readApart(workerFile, place, options) : diagnoseFile(place, options);
    },
    async stop() {
      isStopped = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
};
