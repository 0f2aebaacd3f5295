import { stat } from 'node:fs/promises';
import type { BootFacts, ExitReport } from '../../shared/engine.ts';
import type { EngineStep, ExitSummary, FactsPage, Launch } from '../../shared/launch.ts';
import type { EngineEventRow } from '../db/engine-events.ts';
import type { LaunchStory } from '../db/engine-launches.ts';

/** Of a death's last lines, so many are told with it; the log itself has the rest. */
const toldLines = 20;

/** Launches as people see them, newest first as they came. A log that two launches share is counted by its parts. */
export const toLaunches = async (stories: readonly LaunchStory[]): Promise<Launch[]> => {
  const sizes = new Map<string, number | null>();
  for (const { logFile } of stories) {
    if (!sizes.has(logFile))
      sizes.set(
        logFile,
        await stat(logFile).then(
          ({ size }) => size,
          () => null,
        ),
      );
  }
  return stories.map((story) => {
    const size = sizes.get(story.logFile) ?? null;
    return {
      id: story.id,
      startedAt: iso(story.startedAt),
      readyAt: story.readyAt === null ? null : iso(story.readyAt),
      endedAt: story.endedAt === null ? null : iso(story.endedAt),
      outcome: story.endedAs,
      pid: story.pid,
      profile: story.profile,
      command: story.command,
      logBytes: size === null ? null : Math.max(0, (story.logTo ?? size) - story.logFrom),
    };
  });
};

/** Stored steps as people see them, newest first. Pure. */
export const toSteps = (rows: readonly EngineEventRow[]): EngineStep[] =>
  rows.toReversed().map(({ at, from, to, reason, launch, pid, report }) => ({
    at: iso(at),
    from,
    to,
    reason,
    launchId: launch,
    pid,
    exit: report && toSummary(report),
  }));

const toSummary = ({ bootFacts: _, lastLines, firstLine, ...rest }: ExitReport): ExitSummary => {
  const left = Math.max(0, lastLines.length - toldLines);
  return { ...rest, lastLines: lastLines.slice(left), firstLine: firstLine + left };
};

/**
 * The facts of now beside those of the start before it; one that became ready is preferred, for a start that failed early said
 * little. Pure.
 */
export const toFacts = (facts: BootFacts, launchId: string | null, stories: readonly LaunchStory[]): FactsPage => {
  const at = stories.findIndex(({ id }) => id === launchId);
  const earlier = stories
    .slice(at + 1)
    .filter((story) => story.bootFacts !== null && Object.values(story.bootFacts).some(isSaid));
  const before = earlier.find(({ readyAt }) => readyAt !== null) ?? earlier[0];
  return {
    facts,
    previous: before?.bootFacts ? { startedAt: iso(before.startedAt), facts: before.bootFacts } : null,
  };
};

const isSaid = (value: unknown): boolean => value !== null;
const iso = (at: number): string => new Date(at).toISOString();
