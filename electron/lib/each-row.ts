import { setImmediate as nextTurn } from 'node:timers/promises';

const longestMs = 8;

/** Lets others have a turn during long work: HTTP is answered while a picture is drawn. */
class Breath {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since >= longestMs;
  }

  async take(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

/** Calls `work` for each row from 0 to `rows`, with turns for others in between. */
export const eachRow = async (rows: number, work: (row: number) => void): Promise<void> => {
  const breath = new Breath();
  for (let row = 0; row < rows; row++) {
    work(row);
    if ((row & 7) === 7 && breath.isDue) await breath.take();
  }
};
