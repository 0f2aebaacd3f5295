import { describe, expect, it } from 'vitest';
import {
  type Condemnation,
  type MachineEffect,
  type MachineEvent,
  type MachineFacts,
  type MachineState,
  type Transition,
  transition,
} from '../../../electron/engine/machine.ts';
import { defaultSettings } from '../../../shared/settings.ts';

const now = 1_800_000_000_000;
const calm: MachineFacts = {
  now,
  deaths: [],
  limits: defaultSettings,
  variant: 'profile',
  jitter: 0.5,
  canRollBack: false,
  wasReady: true,
  mayRetryFailed: false,
  failedRetries: 0,
};
const threeDeaths = [now - 3_000, now - 2_000, now - 1_000];

const stopped: MachineState = { name: 'stopped' };
const starting: MachineState = { name: 'starting' };
const ready: MachineState = { name: 'ready' };
const unresponsive: MachineState = { name: 'unresponsive' };
const backoff: MachineState = { name: 'backoff', until: now + 1_000, variant: 'profile' };
const spent: MachineState = { name: 'failed', why: 'budget', retryAt: null };
const noCure: MachineState = { name: 'failed', why: 'noCure', retryAt: null };
const stoppingFor = (
  why: Extract<MachineState, { name: 'stopping' }>['why'],
  next: 'stopped' | 'starting' | 'decide',
): MachineState => ({ name: 'stopping', why, next, variant: 'profile' });

const start: MachineEvent = { type: 'start', variant: 'profile' };
const stop: MachineEvent = { type: 'stop' };
const restart: MachineEvent = { type: 'restart', variant: 'profile' };
const exited: MachineEvent = { type: 'exited', isReboot: false, isFinal: false };
const gone: MachineEvent = { type: 'gone' };
const time: MachineEvent = { type: 'time' };

const effectWord = (effect: MachineEffect): string => {
  switch (effect.type) {
    case 'launch':
      return `launch:${effect.variant}`;
    case 'runLadder':
      return effect.isHang ? 'ladder:hang' : 'ladder';
    case 'setTimer':
      return effect.at === null ? 'timer:off' : `timer:${effect.at - now}`;
    case 'endLaunch':
      return `end:${effect.end}`;
    case 'openLane':
      return 'lane';
    case 'setClaims':
      return effect.isOpen ? 'claims:open' : 'claims:shut';
  }
};

/** A transition as one line: `state effect effect`. */
const line = (found: Transition | null): string => {
  if (!found) return '-';
  const { state, effects } = found;
  const next =
    state.name === 'stopping'
      ? `stopping(${state.why}, then ${state.next})`
      : state.name === 'backoff'
        ? `backoff(${state.until - now}, ${state.variant})`
        : state.name;
  return [next, ...effects.map(effectWord)].join(' ');
};

const moved = (state: MachineState, event: MachineEvent, facts: Partial<MachineFacts> = {}): string =>
  line(transition(state, event, { ...calm, ...facts }));

describe('a person starts and stops', () => {
  it.each([
    ['start', stopped, start, 'starting timer:off launch:profile'],
    ['safe start', noCure, { type: 'start', variant: 'safe' }, 'starting timer:off launch:safe'],
    ['start while it waits to try again', backoff, start, 'starting timer:off launch:profile'],
    ['start after it failed', spent, start, 'starting timer:off launch:profile'],
    ['start twice', starting, start, '-'],
    ['start while it runs', ready, start, '-'],
    ['start while it is silent', unresponsive, start, '-'],
    ['it answers', starting, { type: 'answered' }, 'ready lane'],
    ['stop', ready, stop, 'stopping(stop, then stopped) claims:shut ladder'],
    ['stop while it boots', starting, stop, 'stopping(stop, then stopped) claims:shut ladder'],
    ['stop while it is silent', unresponsive, stop, 'stopping(stop, then stopped) claims:shut ladder'],
    ['stop while it waits to try again', backoff, stop, 'stopped timer:off'],
    ['stop after it failed', spent, stop, 'stopped timer:off'],
    ['stop while stopped', stopped, stop, '-'],
    ['the stopped process is gone', stoppingFor('stop', 'stopped'), gone, 'stopped end:requested'],
    ['restart', ready, restart, 'stopping(restart, then starting) claims:shut ladder'],
    ['restart while stopped', stopped, restart, 'starting timer:off launch:profile'],
    [
      'the restarted process is gone',
      stoppingFor('restart', 'starting'),
      gone,
      'starting end:requested timer:off launch:profile',
    ],
    ['restart while it stops: no second ladder', stoppingFor('stop', 'stopped'), restart, 'stopping(stop, then starting)'],
    ['start while it stops', stoppingFor('stop', 'stopped'), start, 'stopping(stop, then starting)'],
    ['stop while it restarts', stoppingFor('restart', 'starting'), stop, 'stopping(restart, then stopped)'],
    ['stop while a hang is ended', stoppingFor('silent', 'decide'), stop, 'stopping(silent, then stopped)'],
    ['a process of an earlier host', stopped, { type: 'adopted' }, 'starting'],
    ['something survives SIGKILL', stoppingFor('stop', 'stopped'), { type: 'stuck' }, 'failed'],
  ] satisfies [string, MachineState, MachineEvent, string][])('%s', (_case, state, event, expected) => {
    expect(moved(state, event)).toBe(expected);
  });
});

describe('it dies unasked', () => {
  it.each([
    ['while it works', ready, {}, 'backoff(0, profile) end:crash timer:0'],
    ['while it is silent', unresponsive, {}, 'backoff(0, profile) end:crash timer:0'],
    ['while it boots', starting, { wasReady: false }, 'backoff(0, profile) end:crash timer:0'],
    ['for the second time', ready, { deaths: [now - 5_000] }, 'backoff(1000, profile) end:crash timer:1000'],
    ['for the fourth time', ready, { deaths: threeDeaths }, 'failed end:crash timer:off'],
    ['for the fourth time, jobs wait', ready, { deaths: threeDeaths, mayRetryFailed: true }, 'failed end:crash timer:600000'],
    [
      'once more after it was tried again',
      ready,
      { deaths: threeDeaths, mayRetryFailed: true, failedRetries: 1 },
      'failed end:crash timer:1800000',
    ],
    ['after a safe start: safe again', ready, { variant: 'safe' }, 'backoff(0, safe) end:crash timer:0'],
    ['while it is being stopped: the ladder tells', stoppingFor('stop', 'stopped'), {}, '-'],
  ] satisfies [string, MachineState, Partial<MachineFacts>, string][])('%s', (_case, state, facts, expected) => {
    expect(moved(state, exited, facts)).toBe(expected);
  });

  it.each([
    ['the wait is over', backoff, {}, 'starting timer:off launch:profile'],
    ['the rest is over', { ...spent, retryAt: now }, {}, 'starting timer:off launch:profile'],
    ['a late timer of a state that was left', ready, {}, '-'],
  ] satisfies [string, MachineState, Partial<MachineFacts>, string][])('%s', (_case, state, facts, expected) => {
    expect(moved(state, time, facts)).toBe(expected);
  });
});

describe('it cannot start', () => {
  const hopeless: MachineEvent = { type: 'exited', isReboot: false, isFinal: true };
  it.each([
    ['its log names a cause that stays', hopeless, {}, 'failed end:crash timer:off'],
    [
      'the same words after it had run: a crash like any other',
      hopeless,
      { wasReady: true },
      'backoff(0, profile) end:crash timer:0',
    ],
    ['no process came to be', { type: 'notLaunched' }, {}, 'failed timer:off'],
    ['new flags were at fault', hopeless, { canRollBack: true }, 'backoff(0, lastGood) end:crash timer:0'],
    ['new flags were refused', { type: 'notLaunched' }, { canRollBack: true }, 'backoff(0, lastGood) timer:0'],
    ['it died while booting with new flags', exited, { canRollBack: true }, 'backoff(0, lastGood) end:crash timer:0'],
  ] satisfies [string, MachineEvent, Partial<MachineFacts>, string][])('%s', (_case, event, facts, expected) => {
    expect(moved(starting, event, { wasReady: false, ...facts })).toBe(expected);
  });

  it('keeps new flags that once worked', () => {
    expect(moved(ready, exited, { canRollBack: true })).toBe('backoff(0, profile) end:crash timer:0');
  });

  it('goes on with the flags it went back to', () => {
    expect(moved(ready, exited, { variant: 'lastGood' })).toBe('backoff(0, lastGood) end:crash timer:0');
  });
});

describe('a remedy is being tried', () => {
  const trial = { variant: 'trial', canRollBack: false } as const;
  it.each([
    ['it does not come up', starting, exited, { wasReady: false }, 'failed end:crash timer:off'],
    ['it does not come up in time', stoppingFor('bootTimeout', 'decide'), gone, { wasReady: false }, 'failed end:hang timer:off'],
    ['it dies later', ready, exited, {}, 'backoff(0, profile) end:crash timer:0'],
    ['it hangs later', stoppingFor('silent', 'decide'), gone, {}, 'backoff(0, profile) end:hang timer:0'],
    ['it is tried again by itself', { ...noCure, retryAt: now }, { type: 'time' }, {}, 'starting timer:off launch:profile'],
    [
      'its Manager restarts it',
      ready,
      { type: 'exited', isReboot: true, isFinal: false },
      {},
      'starting end:reboot timer:off launch:trial',
    ],
  ] satisfies [string, MachineState, MachineEvent, Partial<MachineFacts>, string][])(
    '%s: no start that nobody asked for tries it again',
    (_case, state, event, facts, expected) => {
      expect(moved(state, event, { ...trial, ...facts })).toBe(expected);
    },
  );
});

describe('it lives but does not work', () => {
  it.each([
    ['it falls silent', ready, { type: 'silent' }, 'unresponsive claims:shut'],
    ['it speaks again', unresponsive, { type: 'alive' }, 'ready claims:open'],
    ['it stays silent', unresponsive, { type: 'hung' }, 'stopping(silent, then decide) claims:shut ladder:hang'],
    ['the boot never ends', starting, { type: 'bootTimeout' }, 'stopping(bootTimeout, then decide) claims:shut ladder:hang'],
    ['an adopted process says nothing', starting, { type: 'hung' }, 'stopping(silent, then decide) claims:shut ladder:hang'],
    ['the hung process is gone', stoppingFor('silent', 'decide'), gone, 'backoff(0, profile) end:hang timer:0'],
    ['the dead worker is gone', stoppingFor('dead-worker', 'decide'), gone, 'backoff(0, profile) end:hang timer:0'],
    ['the poisoned process is gone', stoppingFor('poisoned', 'decide'), gone, 'backoff(0, profile) end:crash timer:0'],
  ] satisfies [string, MachineState, MachineEvent, string][])('%s', (_case, state, event, expected) => {
    expect(moved(state, event)).toBe(expected);
  });

  it.each([
    ['poisoned', 'decide'],
    ['dead-worker', 'decide'],
    ['stalled', 'decide'],
    ['uninterruptible', 'starting'],
  ] satisfies [Condemnation, string][])('the queue calls it %s', (why, next) => {
    expect(moved(ready, { type: 'condemned', why })).toBe(`stopping(${why}, then ${next}) claims:shut ladder:hang`);
    expect(moved(stopped, { type: 'condemned', why })).toBe('-');
  });

  it('counts hangs against the budget too', () => {
    expect(moved(stoppingFor('silent', 'decide'), gone, { deaths: threeDeaths })).toBe('failed end:hang timer:off');
  });

  it('counts no cancelled job against it', () => {
    expect(moved(stoppingFor('uninterruptible', 'starting'), gone, { deaths: threeDeaths })).toBe(
      'starting end:requested timer:off launch:profile',
    );
  });
});

describe('it restarts itself', () => {
  it('is followed in the same process, and is no crash', () => {
    expect(moved(ready, { type: 'rebooted' }, { deaths: threeDeaths })).toBe('starting end:reboot');
  });
  it('is launched again when it left that to us, and is no crash', () => {
    expect(moved(ready, { type: 'exited', isReboot: true, isFinal: false }, { deaths: threeDeaths })).toBe(
      'starting end:reboot timer:off launch:profile',
    );
  });
});

describe('what others know', () => {
  const waits = { mayRetryFailed: true };
  it.each([
    [
      'a job that killed it was put on hold',
      spent,
      { type: 'forgiven' },
      { deaths: [now - 1_000] },
      'backoff(0, profile) timer:0',
    ],
    [
      'three deaths still count',
      spent,
      { type: 'forgiven' },
      { deaths: threeDeaths, limits: { ...defaultSettings, crashBudget: 2 } },
      '-',
    ],
    ['forgiveness cures no taken port', noCure, { type: 'forgiven' }, {}, '-'],
    ['forgiveness while it runs', ready, { type: 'forgiven' }, {}, '-'],
    ['work begins to wait', spent, { type: 'waiting' }, waits, 'failed timer:600000'],
    ['more work waits', { ...spent, retryAt: now + 5 }, { type: 'waiting' }, waits, '-'],
    ['nothing waits any more', { ...spent, retryAt: now + 5 }, { type: 'waiting' }, {}, 'failed timer:off'],
    ['work waits for one that runs', ready, { type: 'waiting' }, waits, '-'],
  ] satisfies [string, MachineState, MachineEvent, Partial<MachineFacts>, string][])(
    '%s',
    (_case, state, event, facts, expected) => {
      expect(moved(state, event, facts)).toBe(expected);
    },
  );
});

it('never has two processes: only states without one launch', () => {
  const all: MachineState[] = [stopped, starting, ready, unresponsive, backoff, spent, noCure, stoppingFor('stop', 'stopped')];
  const events: MachineEvent[] = [
    start,
    stop,
    restart,
    time,
    exited,
    { type: 'adopted' },
    { type: 'answered' },
    { type: 'hung' },
  ];
  const launches = all.flatMap((state) =>
    events.filter((event) => moved(state, event).includes('launch:')).map((event) => `${state.name} ${event.type}`),
  );
  expect([...new Set(launches)].toSorted()).toEqual([
    'backoff restart',
    'backoff start',
    'backoff time',
    'failed restart',
    'failed start',
    'stopped restart',
    'stopped start',
  ]);
});
