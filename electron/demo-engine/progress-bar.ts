const barWidth = 10;
const blocks = ' ▏▎▍▌▋▊▉█';

/** `mm:ss`, or `h:mm:ss` from an hour. Pure. */
const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
};

const bar = (share: number): string => {
  const eighths = Math.floor(share * barWidth * 8);
  const full = Math.floor(eighths / 8);
  const rest = full < barWidth ? (blocks[eighths % 8] ?? ' ') : '';
  return '█'.repeat(full) + rest + ' '.repeat(Math.max(0, barWidth - full - 1));
};

/** One state of a progress bar as tqdm draws it, without the carriage return; `stepSeconds` null: no rate yet. Pure. */
export const progressBar = (done: number, total: number, elapsedSeconds: number, stepSeconds: number | null): string => {
  const share = total > 0 ? done / total : 1;
  const percent = String(Math.floor(share * 100)).padStart(3);
  const left = stepSeconds === null ? '?' : clock((total - done) * stepSeconds);
  return `${percent}%|${bar(share)}| ${done}/${total} [${clock(elapsedSeconds)}<${left}, ${rate(stepSeconds)}]`;
};

const rate = (stepSeconds: number | null): string => {
  if (stepSeconds === null) return '?it/s';
  const text = stepSeconds > 1 ? `${stepSeconds.toFixed(2)}s/it` : `${(1 / Math.max(stepSeconds, 1e-6)).toFixed(2)}it/s`;
  return text.padStart(9);
};
