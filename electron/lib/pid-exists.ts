import { codeOf } from './code-of.ts';

/** Whether some process has this number now, whosoever it is; a zombie that nobody has waited for counts. */
export const pidExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return codeOf(error) === 'EPERM';
  }
};
