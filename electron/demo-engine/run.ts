import process from 'node:process';
import { codeOf } from '../lib/code-of.ts';
import { bootLines, databaseFile } from './boot-lines.ts';
import { EngineConsole, type LogStreams } from './console.ts';
import { takeDatabaseLock } from './database-lock.ts';
import { Engine } from './engine.ts';
import { Interrupt } from './execute/interrupt.ts';
import { failureHelp } from './failures/failure-kinds.ts';
import { failuresNow, type PlannedFailure } from './failures/failure-plan.ts';
import { type Life, processLife } from './failures/life.ts';
import { flood } from './failures/strike.ts';
import { comfyFlags, demoFlags } from './flags/flag-table.ts';
import { type Launch, readLaunch } from './flags/launch.ts';
import { parseArguments } from './flags/parse-arguments.ts';
import { helpText, usageText } from './flags/usage.ts';
import { EngineServer } from './http/server.ts';

const program = 'hearth demo-engine';
const flags = [...comfyFlags, ...demoFlags];
// How long loading everything takes at speed 1.
const bootMs = 900;
const slowBootMs = 20_000;
const lingerMs = 300;
/** None of them is on this imaginary machine. */
const packageOf = { sage: 'sageattention', flash: 'flash-attn' } as const;

/**
 * Runs the demo engine: reads its command line, boots, and serves until it is stopped. Resolves with the exit code at the end of the
 * process' life. Handles SIGINT itself; every other signal keeps its usual effect.
 */
export async function runDemoEngine(args: string[], io: LogStreams): Promise<number> {
  const wrong = (message: string): number => {
    io.stderr.write(`${usageText(program, flags)}${program}: error: ${message}\n`);
    return 2;
  };
  const parsed = parseArguments(args, flags);
  if (parsed.kind === 'help') {
    io.stdout.write(helpText(program, flags));
    return 0;
  }
  if (parsed.kind === 'wrong') return wrong(parsed.message);
  if (parsed.given.get('--fail')?.includes('help')) {
    io.stdout.write(failureHelp());
    return 0;
  }
  if (parsed.given.has('--list-feature-flags')) {
    io.stdout.write(`${JSON.stringify({ show_signin_button: { type: 'bool', default: false } }, null, 2)}\n`);
    return 0;
  }
  const launch = readLaunch(args, parsed.given);
  if (typeof launch === 'string') return wrong(launch);
  const console = new EngineConsole(io, launch.verbosity, launch.has('--log-stdout'));
  const missing = (['sage', 'flash'] as const).find((kind) => launch.has(`--use-${kind}-attention`));
  if (missing) {
    // As ComfyUI says it, so that who reads its log reads this one.
    const flag = `--use-${missing}-attention`;
    console.error(`To use the \`${flag}\` feature, the \`${packageOf[missing]}\` package must be installed first.`);
    return 255;
  }
  return new Run(launch, console, processLife).toTheEnd();
}

/** One life of the engine, from boot to end. */
class Run {
  readonly #launch: Launch;
  readonly #console: EngineConsole;
  readonly #life: Life;
  readonly #engine: Engine;
  readonly #pauses = new Interrupt();
  readonly #end = Promise.withResolvers<number>();

  constructor(launch: Launch, console: EngineConsole, life: Life) {
    this.#launch = launch;
    this.#console = console;
    this.#life = life;
    this.#engine = new Engine(launch, console, life);
  }

  async toTheEnd(): Promise<number> {
    const onInterrupt = (): void => this.#onInterrupt();
    process.on('SIGINT', onInterrupt);
    const server = new EngineServer(this.#engine);
    const lock = takeDatabaseLock(databaseFile(this.#launch));
    try {
      const code = await Promise.race([this.#serve(server, lock.isLocked), this.#end.promise]);
      // Whatever still waits (a node at work, a boot that hangs) does not keep the process.
      setTimeout(() => this.#life.exit(code), lingerMs).unref();
      return code;
    } catch (error) {
      // A folder that cannot be made, a certificate that cannot be read.
      const what = error instanceof Error ? error.message : String(error);
      this.#console.raw(
        `Traceback (most recent call last):\n  File "/demo/ComfyUI/main.py", line 600, in <module>\nOSError: ${what}\n`,
      );
      return 1;
    } finally {
      process.removeListener('SIGINT', onInterrupt);
      server.close();
      lock.release();
    }
  }

  async #serve(server: EngineServer, isDatabaseLocked: boolean): Promise<number> {
    const { launch, console, engine } = { launch: this.#launch, console: this.#console, engine: this.#engine };
    await this.#boot(isDatabaseLocked);
    if (launch.has('--quick-test-for-ci')) return 0;
    engine.folders.prepare();
    if (!launch.has('--dont-print-server')) console.info('Starting server\n');
    let port = launch.port;
    for (const address of launch.addresses) {
      try {
        port = await server.listen(address, port);
      } catch (error) {
        console.error(bindError(error, address, port));
        return 1;
      }
      const host = address.includes(':') ? `[${address}]` : address;
      if (!launch.has('--dont-print-server'))
        console.info(`To see the GUI go to: ${launch.tls ? 'https' : 'http'}://${host}:${port}`);
    }
    void engine.work();
    return new Promise(() => {});
  }

  async #boot(isDatabaseLocked: boolean): Promise<void> {
    const { failures, speed } = this.#launch;
    const plan = failures.filter(({ phase }) => phase === 'boot');
    const now = plan.length === 0 ? [] : failuresNow(plan, 'boot', this.#engine.counter.next('starts'));
    // Temp files of another engine on the same folder go too: ComfyUI finds out about its port only afterwards.
    this.#engine.folders.wipeTemp();
    const lines = bootLines(this.#launch, this.#engine.machine, this.#engine.packs, isDatabaseLocked);
    const total = bootMs + (now.some(({ kind }) => kind === 'slow-boot') ? slowBootMs : 0);
    for (const [index, line] of lines.entries()) {
      await this.#pauses.wait(total / lines.length / speed);
      if (index === lines.length >> 1) for (const failure of now) await this.#strike(failure);
      if (line.level === null) this.#console.raw(`${line.text}\n`);
      else this.#console.log(line.level, line.text);
    }
  }

  async #strike(failure: PlannedFailure): Promise<void> {
    if (failure.kind === 'boot-exit') this.#life.exit(failure.number);
    if (failure.kind === 'boot-flood') await flood(this.#console);
    // The process stays, and neither says nor does anything.
    if (failure.kind === 'boot-hang') await new Promise(() => setInterval(() => {}, 60_000));
  }

  /** Ctrl-C: temp files go and the process ends with 0, unless native code was at work, which aborts. */
  #onInterrupt(): void {
    this.#console.info('\nStopped server');
    this.#engine.folders.wipeTemp();
    if (this.#engine.isSampling) {
      this.#console.raw('terminate called without an active exception\nFatal Python error: Aborted\n\n');
      this.#life.kill('SIGABRT');
    } else this.#end.resolve(0);
  }
}

const bindError = (error: unknown, address: string, port: number): string => {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use on address ${address}. Please close the other application or use a different port with --port.`;
  }
  return `Traceback (most recent call last):\nOSError: could not bind on address ('${address}', ${port}): ${error instanceof Error ? error.message : String(error)}`;
};
