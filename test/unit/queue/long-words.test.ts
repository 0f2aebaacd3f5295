import { describe, expect, it } from 'vitest';
import { tellingLine } from '../../../electron/engine/exit-cause.ts';
import { deathLine, exitReport } from '../../../electron/engine/exit-report.ts';
import { submitAnswerOf } from '../../../electron/engine/submit-answer.ts';
import { classifyExecution, classifyRefusal, firstFault } from '../../../electron/queue/failure.ts';
import { jobError, jobErrorOf } from '../../../electron/queue/job-error.ts';
import { AppError } from '../../../shared/app-error.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { problemOf, problemWith } from '../../../shared/problem.ts';
import { sampleDeath } from '../../fakes/sample-death.ts';

/** What people read at once; a stored row stays small. */
const sane = 4_000;
/** A sentence's worth of an engine's own words, of characters that take two units each. */
const flood = '𝄞👩‍👩‍👧'.repeat(300_000);

const refusal = (body: unknown, status = 400) => {
  const answer = submitAnswerOf(status, typeof body === 'string' ? body : JSON.stringify(body));
  if (answer.kind !== 'refused') throw new Error(`it was ${answer.kind}`);
  return classifyRefusal(answer).error;
};
const error = { type: 't', message: flood, details: flood, extra_info: { input_name: flood } };
const raised = { nodeId: '9', nodeClass: flood, exceptionType: flood, message: flood, traceback: [flood] };

describe('however much an engine, a log or a file says, a stored error stays a sentence', () => {
  it.each([
    ['a refused input', () => refusal({ error, node_errors: { 3: { class_type: flood, errors: [error] } } })],
    [
      'a refused node',
      () => refusal({ error, node_errors: { [flood]: { class_type: flood, errors: [{ ...error, extra_info: {} }] } } }),
    ],
    ['a refused prompt', () => refusal({ error })],
    [
      'a node that is not there',
      () => refusal({ error: { ...error, type: 'missing_node_type', extra_info: { node_id: flood } } }),
    ],
    ['an old refusal', () => refusal({ error: flood })],
    ['a request that is too large', () => refusal(flood, 413)],
    [
      'what was dropped',
      () => firstFault({ 3: { class: flood, errors: [{ type: '', message: flood, details: flood, input: flood }] } }),
    ],
    ['an exception', () => classifyExecution(raised).error],
    ['running out of memory', () => classifyExecution({ ...raised, message: `CUDA out of memory. ${flood}` }).error],
    ['a missing node', () => jobError('engineNodesMissing', { template: 'demo', nodes: flood }, { node: flood, input: flood })],
    [
      'a thrown error',
      () => jobErrorOf(new AppError('invalid-input', 'valueNotChoice', { key: flood, given: flood, allowed: flood })),
    ],
    ['a problem of an engine', () => problemOf('engineCrashed', { name: 'A', line: flood })],
    [
      'a problem in a problem',
      () => problemWith('benchFault', problemWith('trialFault', problemOf('engineCrashed', { name: 'A', line: flood }))),
    ],
  ])('%s', (_, make) => {
    const made = make();
    const text = JSON.stringify(made);
    expect(made?.message).toContain('…');
    expect(made?.message.length).toBeLessThan(sane);
    expect(text.length).toBeLessThan(3 * sane);
    expect(text.isWellFormed()).toBe(true);
    // JSON would hide a half of a pair.
    expect(made?.message.isWellFormed()).toBe(true);
  });

  it('the last words of a process', () => {
    const line = `RuntimeError: ${flood}`;
    const lastLines = Array.from({ length: 20 }, (_each, at) => ({ n: at + 1, text: line }));
    const report = exitReport(sampleDeath({ lastLines }));
    expect(JSON.stringify(report).length).toBeLessThan(20 * 5_000);
    expect(tellingLine([line])).toMatch(/^RuntimeError: .*…$/u);
    expect(deathLine(report).length).toBeLessThan(300);
    expect(deathLine(report).isWellFormed()).toBe(true);
  });
});

describe('the rest of a sentence that holds another one is there', () => {
  it('although its parts were long', () => {
    const inner = problemOf('engineRefusedInput', {
      input: 'x'.repeat(400),
      node: '1',
      class: 'y'.repeat(400),
      message: flood,
      details: flood,
    });
    expect(problemWith('trialJobSetAside', inner).message).toMatch(
      /queue the job again\. The profile is as it was\. Correct the job, then try again\.$/,
    );
  });
});

describe('a text that is cut', () => {
  it.each([
    ['fits', 'abc', 3, 'abc'],
    ['ends with a mark', 'abcdef', 4, 'abc…'],
    ['never ends within a pair', 'ab𝄞cd', 4, 'ab…'],
    ['never ends within a family', 'a👩‍👩‍👧bcdefgh', 6, 'a…'],
    ['never ends within a syllable', '한국어'.normalize('NFD'), 5, '한…'.normalize('NFD')],
    ['keeps nothing of a character without end', `e${'\u0301'.repeat(9)}`, 5, '…'],
  ])('%s', (_, text, most, expected) => expect(cutText(text, most)).toBe(expected));
});

it('a sentence within a sentence keeps its end, which says what to do', () => {
  const why = new AppError('invalid-input', 'valueNotChoice', { key: 'sampler', given: flood, allowed: flood }).message;
  const outer = new AppError('invalid-input', 'importRefused', { place: 'jobs[3]', why }, { whole: { why: true } });
  expect(outer.message).toContain(why);
});
