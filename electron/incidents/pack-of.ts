import type { Frame, Traceback } from './log/tracebacks.ts';

const library =
  /[\\/](?:site-packages|dist-packages)[\\/]|[\\/]lib[\\/]python3[\d.]*[\\/]|^<frozen |[\\/]Lib[\\/](?!.*custom_nodes)|^(?:threading|asyncio[\\/]\w+|contextlib|functools|importlib[\\/]\w+)\.py$/;
const pack = /custom_nodes[\\/]([^\\/]+)/;

/** Whether a frame lies outside Python's own library and installed packages. Pure. */
export const isOwnFrame = ({ file }: Frame): boolean => !library.test(file);

/** The node pack whose code holds the deepest frame outside libraries, with that frame; null when it is ComfyUI's own. Pure. */
export const packOf = ({ frames }: Traceback): { name: string; frame: Frame } | null => {
  const frame = frames.findLast(isOwnFrame);
  const name = frame ? pack.exec(frame.file)?.[1] : undefined;
  return frame && name !== undefined ? { name, frame } : null;
};
