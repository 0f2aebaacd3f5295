import { z } from 'zod';
import { Ids } from './call-shapes.ts';
import { IncidentPage, IncidentReport } from './evidence.ts';
import { DayCount, Incident, IncidentFilter, IncidentGroup } from './incident.ts';
import { Values } from './job.ts';
import { Trial } from './trial.ts';

/** What a client can ask, order, and be told about incidents and the trials of remedies. */
export const incidentContract = {
  queries: {
    'incidents.list': {
      /** `cursor` is the answer's `next` of the page before. Newest first. */
      input: z.object({
        filter: IncidentFilter.default({}),
        cursor: z.string().optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
      output: z.object({ incidents: z.array(Incident), total: z.int(), next: z.string().nullable() }),
    },
    /** By signature, the last seen first; `days`: of all that match, oldest first, days without any left out. */
    'incidents.groups': {
      input: z.object({
        filter: IncidentFilter.default({}),
        /** How many days back `days` go. */
        days: z.int().min(1).max(400).default(42),
        /** IANA name of the reader's time zone; this machine's when absent. */
        timeZone: z.string().max(100).optional(),
      }),
      output: z.object({ groups: z.array(IncidentGroup), days: z.array(DayCount) }),
    },
    'incidents.get': { input: z.object({ id: z.string(), timeZone: z.string().max(100).optional() }), output: IncidentPage },
    /** Made anew for each set of options, so that it can be looked at before it is saved. */
    'incidents.report': {
      input: z.object({
        id: z.string(),
        /** Texts of prompts, wherever they occur. */
        isWithPrompts: z.boolean().default(false),
      }),
      output: IncidentReport,
    },
  },
  commands: {
    /** A person says that it is over. */
    'incidents.resolve': { input: Ids, output: z.object({ incidents: z.array(Incident) }) },
    /** Nothing to be done about it; with `isWholeGroup` all open ones with the same signature. */
    'incidents.dismiss': {
      input: Ids.extend({ isWholeGroup: z.boolean().default(false) }),
      output: z.object({ incidents: z.array(Incident) }),
    },
    /**
     * Tries a remedy on the engine that failed, or takes a person's steps as done, and proves it with the job that failed. Answers once
     * the trial has begun; what follows comes as `trial.changed`. `values`: the edited job, where the remedy changes the job.
     */
    'incidents.applyRemedy': {
      input: z.object({ id: z.string(), remedy: z.string(), values: Values.optional() }),
      output: Incident,
    },
    /** Answers when everything is as it was before the trial. */
    'incidents.stopTrial': { input: z.object({ id: z.string() }), output: Trial },
    /** Gives the profile its flags and variables of before; `now`: a running engine restarts with them. */
    'incidents.undoTrial': {
      input: z.object({ id: z.string(), restart: z.enum(['now', 'next']).default('now') }),
      output: Trial,
    },
    /** A step by hand was done, or not. */
    'incidents.tickStep': { input: z.object({ id: z.string(), remedy: z.string(), isDone: z.boolean() }), output: Incident },
    'incidents.reopen': { input: Ids, output: z.object({ incidents: z.array(Incident) }) },
  },
  events: {
    'incident.changed': Incident,
    'trial.changed': Trial,
  },
} as const;
