import { spawn } from 'node:child_process';
import process from 'node:process';

/** Opens `url` in the default browser where there is one; silent where there is none. */
export const openUrl = (url) => {
  if (process.env.CI || process.env.HEARTH_NO_BROWSER) return;
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const [command, ...args] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler', url]
      : process.platform === 'darwin'
        ? ['open', url]
        : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
};
