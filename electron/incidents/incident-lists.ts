import { AppError } from '../../shared/app-error.ts';
import type { DayCount, Incident, IncidentFilter, IncidentGroup } from '../../shared/incident.ts';
import type { LaunchRows, LaunchStory } from '../db/engine-launches.ts';
import type { GroupRow, IncidentPages } from '../db/incident-pages.ts';
import type { IncidentRow, IncidentRows } from '../db/incidents.ts';
import type { Clock } from '../lib/clock.ts';
import { countByDay, dayIn, everyDay } from './day-counts.ts';
import type { IncidentBook } from './incident-book.ts';
import type { Incidents } from './incidents.ts';
import { type LaunchFacts, sinceFacts } from './since.ts';

/** What people look at: lists, and groups with their days. */
type IncidentLists = Pick<Incidents, 'list' | 'groups' | 'open'> & {
  /** null while nothing is known of the signature. */
  group(signature: string, timeZone: string | undefined): IncidentGroup | null;
};

interface ListsDeps {
  pages: IncidentPages;
  rows: IncidentRows;
  launches: LaunchRows;
  book: IncidentBook;
  clock: Clock;
}

const maxGroups = 200;
const dayMs = 86_400_000;
/** How far back a start without the failure is looked for. */
const launchDepth = 30;

export const createIncidentLists = ({ pages, rows, launches, book, clock }: ListsDeps): IncidentLists => {
  const factsOf = (story: LaunchStory, incident: IncidentRow | undefined): LaunchFacts => ({
    startedAt: story.startedAt,
    profile: story.profile,
    command: story.command,
    bootFacts: story.bootFacts,
    driver: (incident && rows.evidence(incident.id)?.gpus[0]?.driver) ?? null,
  });
  /** What was first stays first. */
  const known = new Map<string, IncidentGroup['since']>();
  const since = (signature: string): IncidentGroup['since'] => {
    const first = pages.first(signature);
    const story = first?.launch ? launches.story(first.launch) : undefined;
    if (!first || !story) return [];
    const before = known.get(first.id);
    if (before) return before;
    // A start that never got anywhere shows little of what it was like.
    const other = launches.before(story.id, launchDepth).find(({ readyAt }) => readyAt !== null);
    const found = sinceFacts(factsOf(story, first), other ? factsOf(other, rows.ofLaunch(other.id)) : null);
    known.set(first.id, found);
    return found;
  };
  const groupOf = (row: GroupRow, days: DayCount[]): IncidentGroup[] => {
    const newest = pages.newest(row.signature);
    const diagnosis = newest?.diagnosis;
    if (!newest || !diagnosis) return [];
    return [
      {
        signature: row.signature,
        cause: diagnosis.cause,
        confidence: diagnosis.confidence,
        exception: diagnosis.exception,
        frame: diagnosis.frame,
        nodeClass: diagnosis.nodeClass,
        engines: pages.engines(row.signature),
        total: row.total,
        open: row.open,
        firstAt: iso(row.firstAt),
        lastAt: iso(row.lastAt),
        newest: newest.id,
        state: row.open > 0 && newest.state !== 'trial' ? 'open' : newest.state,
        days,
        since: since(row.signature),
        confirmed: pages.confirmed(row.signature),
      },
    ];
  };
  const dayOf = (timeZone: string | undefined): ((at: number) => string) => {
    try {
      return dayIn(timeZone);
    } catch {
      throw new AppError('invalid-input', 'timeZoneUnknown', { zone: timeZone ?? '' });
    }
  };
  const groups: IncidentLists['groups'] = ({ filter, days, timeZone }) => {
    const day = dayOf(timeZone);
    const now = clock.now();
    const quarters = pages.quarters(filter, now - days * dayMs);
    const bySignature = Map.groupBy(quarters, ({ signature }) => signature);
    return {
      groups: pages
        .groups(filter, maxGroups)
        .flatMap((row) => groupOf(row, countByDay(bySignature.get(row.signature) ?? [], day))),
      days: everyDay(countByDay(quarters, day), days, now, day),
    };
  };
  return {
    list({ filter, cursor, limit }: { filter: IncidentFilter; cursor?: string | undefined; limit: number }) {
      try {
        const { rows: found, total, next } = pages.page(filter, cursor, limit);
        return { incidents: found.map(book.view), total, next };
      } catch (error) {
        if (error instanceof RangeError) throw new AppError('invalid-input', 'incidentCursorUnknown');
        throw error;
      }
    },
    groups,
    open: (limit): Incident[] => rows.open(limit).map(book.view),
    group: (signature, timeZone) => groups({ filter: { signature }, days: groupDays, timeZone }).groups[0] ?? null,
  };
};

/** How far back one incident's page shows its kin. */
const groupDays = 84;
const iso = (at: number): string => new Date(at).toISOString();
