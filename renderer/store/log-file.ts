import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fileNameHeader, logsUrl, maxLogBytes } from '../../shared/addresses.ts';
import { AppError, WireError } from '../../shared/app-error.ts';
import { LogAnswer } from '../../shared/evidence.ts';
import type { Outcome } from '../../shared/incident.ts';
import { go } from './view.ts';

/** A log that somebody gave, on its way to the host, or what is thought of it. */
interface LogFileState {
  /** What is read; null: none was given. */
  file: Blob | null;
  name: string;
  /** What the person knows besides the log. */
  outcome: Outcome | null;
  sentBytes: number;
  answer: LogAnswer | null;
  error: unknown;
}

/** Place on the Incidents screen where the log of a file is shown. */
export const logFilePlace = 'file';

const nothing: LogFileState = { file: null, name: '', outcome: null, sentBytes: 0, answer: null, error: null };

const logFile = createStore<LogFileState>(() => nothing);
let request: XMLHttpRequest | null = null;

export function useLogFile<T>(selector: (state: LogFileState) => T): T {
  return useStore(logFile, selector);
}

/** Has the host read a log, and goes where the answer will stand. What was read before is let go of. */
export function readLogFile(file: Blob, name: string, outcome: Outcome | null = null): void {
  request?.abort();
  request = null;
  go('incidents', logFilePlace);
  logFile.setState({ ...nothing, file, name, outcome }, true);
  if (file.size > maxLogBytes) {
    const error = new AppError('invalid-input', 'logTooLarge', { file: name, max: maxLogBytes / 1024 ** 3 });
    logFile.setState({ error });
    return;
  }
  send(file, name, outcome);
}

/** Reads the same log once more with what the person knows besides it. */
export function setLogOutcome(outcome: Outcome | null): void {
  const { file, name } = logFile.getState();
  if (file) readLogFile(file, name, outcome);
}

/** Stops reading and forgets the log. */
export function closeLogFile(): void {
  request?.abort();
  request = null;
  logFile.setState(nothing, true);
  go('incidents');
}

/** Has the person choose a log file. */
export function pickLogFile(): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.accept = '.log,.txt,.md,text/*';
  picker.addEventListener('change', () => {
    const file = picker.files?.[0];
    if (file) readLogFile(file, file.name);
  });
  picker.click();
}

/** fetch does not tell how much was sent, and half a gigabyte takes a while. */
const send = (file: Blob, name: string, outcome: Outcome | null): void => {
  const mine = new XMLHttpRequest();
  request = mine;
  const put = (change: Partial<LogFileState>): void => {
    if (request === mine) logFile.setState(change);
  };
  mine.open('POST', outcome === null ? logsUrl : `${logsUrl}?outcome=${outcome}`);
  mine.setRequestHeader(fileNameHeader, encodeURIComponent(name));
  mine.upload.addEventListener('progress', ({ loaded }) => put({ sentBytes: loaded }));
  mine.addEventListener('error', () => put({ error: new AppError('disconnected', 'disconnected') }));
  mine.addEventListener('load', () => put(answerOf(mine.status, mine.responseText)));
  mine.send(file);
};

const answerOf = (status: number, text: string): Partial<LogFileState> => {
  const body = parseJson(text);
  if (status === 200) {
    const answer = LogAnswer.safeParse(body);
    if (answer.success) return { answer: answer.data };
  }
  const refused = WireError.safeParse(body);
  return { error: refused.success ? AppError.fromWire(refused.data) : new AppError('internal', 'internal') };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
