import type { BenchmarkSample } from '../../shared/benchmark.ts';

/** Other programs that used more of all cores than this, in percent, slow down what is measured. */
const busyPercent = 15;
/** The same by the load of the last minute for each core, where nobody can tell whose work it was. */
const busyLoad = 0.7;
/** One sample in so many may be taken beside other work: medians do not feel it. */
const forgiven = 10;

type Noted = Pick<BenchmarkSample, 'loadBefore' | 'conditions'>;

/** Whether other programs were at work while a sample was taken. Pure. */
const isBusy = ({ loadBefore, conditions }: Noted): boolean => {
  const others = conditions?.othersCpuPercent ?? null;
  return others === null ? loadBefore !== null && loadBefore > busyLoad : others > busyPercent;
};

/** Whether they were so often that the result has to be taken with care. Pure. */
export const isDirtyRun = (counted: readonly Noted[]): boolean => counted.filter(isBusy).length > counted.length / forgiven;
