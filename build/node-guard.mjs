import process from 'node:process';

/** Ends the process with one clear line where Node is too old: better-sqlite3 would crash it without a word. */
export const guardNode = () => {
  if (Number(process.versions.napi) >= 10) return;
  process.stderr.write(
    `Hearth needs Node 22.14 or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org, then run the same command again.\n`,
  );
  process.exit(1);
};
