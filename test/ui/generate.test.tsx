import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hearthStore } from '../../renderer/store/hearth.ts';
import { viewStore } from '../../renderer/store/view.ts';
import { AppError } from '../../shared/app-error.ts';
import { ko } from '../../shared/i18n/ko.ts';
import { defaultSettings } from '../../shared/settings.ts';
import type { Parameter } from '../../shared/template.ts';
import { doneJob, progressOf, runningJob, sampleEngine, sampleJob, sampleTemplate } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { descriptionOf, isDisabled, textIn } from './dom-facts.ts';
import { mountApp } from './mount.tsx';

// Waits end as soon as what they wait for is there; a busy machine gets the time it needs.
configure({ asyncUtilTimeout: 10_000 });

const queued = (host: FakeHost) => host.calls.filter(({ name }) => name === 'jobs.enqueue').map(({ input }) => input);
const form = () => within(screen.getByRole('region', { name: 'Form' }));
const field = (name: string) => form().findByRole('spinbutton', { name });
const prompt = () => form().findByRole('textbox', { name: 'Prompt' });
const queueButton = () => form().getByRole('button', { name: 'Queue' });

/** The Generate screen, once its form is there; screens are loaded when they are first shown. */
const openGenerate = async (host: FakeHost) => {
  const user = await mountApp(host, '#/generate');
  await screen.findByRole('textbox', { name: 'Prompt' });
  return user;
};

const withParameter = (change: Partial<Parameter>) => {
  const template = sampleTemplate();
  const added: Parameter = {
    key: 'extra',
    type: 'number',
    targets: ['/3/inputs/extra'],
    label: { en: 'Extra', ko: '추가' },
    help: { en: '', ko: '' },
    ...change,
  };
  return { ...template, parameters: [...template.parameters, added] };
};

test('what was typed is queued with Ctrl+Enter, from inside a field, and only what was set', async () => {
  const host = createFakeHost();
  const user = await openGenerate(host);
  await user.type(await prompt(), 'a red fox');
  await user.clear(await field('Steps'));
  await user.type(await field('Steps'), '30');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Queued.')).toBeTruthy();
  expect(queued(host)).toEqual([
    {
      template: 'sd15',
      version: 1,
      values: { prompt: 'a red fox', steps: 30 },
      count: 1,
      isFront: false,
      priority: 'normal',
      key: expect.any(String),
    },
  ]);
});

test('Ctrl+Shift+Enter queues at the front, a count queues as many, the menu offers more ways', async () => {
  const host = createFakeHost();
  const user = await openGenerate(host);
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  expect(await screen.findByText('Queued at the front.')).toBeTruthy();
  const count = form().getByRole('spinbutton', { name: 'How many pictures' });
  await user.clear(count);
  await user.type(count, '3');
  await user.click(queueButton());
  expect(await screen.findByText('Queued 3.')).toBeTruthy();
  await user.click(form().getByRole('button', { name: 'More ways to queue' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Queue 50 with different seeds' }));
  expect(await screen.findByText('Queued 50.')).toBeTruthy();
  expect(queued(host)).toMatchObject([
    { isFront: true, count: 1 },
    { isFront: false, count: 3 },
    { isFront: false, count: 50 },
  ]);
});

test('a wrong value says why beside itself, the button counts what is left, and nothing is queued', async () => {
  const host = createFakeHost();
  const user = await openGenerate(host);
  const steps = await field('Steps');
  const cfg = await field('CFG');
  await user.clear(steps);
  await user.type(steps, '500');
  await user.clear(cfg);
  await user.type(cfg, '1,5');
  expect(descriptionOf(steps)).toContain('Must be between 1 and 150.');
  expect(descriptionOf(cfg)).toContain('Enter a number with a point, such as 7.5.');
  expect(steps.getAttribute('aria-invalid')).toBe('true');

  await user.click(form().getByRole('button', { name: '2 fields to put right' }));
  expect(document.activeElement).toBe(steps);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(queued(host)).toEqual([]);

  await user.clear(cfg);
  await user.type(cfg, '1.5');
  expect(form().getByRole('button', { name: '1 field to put right' })).toBeTruthy();
});

test('the arrow keys step without a tail of digits and stop at the end of the range', async () => {
  const template = withParameter({ default: 0, min: 0, max: 0.4, step: 0.1 });
  const host = createFakeHost({ templates: [template] });
  const user = await openGenerate(host);
  const extra = await field('Extra');
  await user.click(extra);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(textIn(extra)).toBe('0.3');
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(textIn(extra)).toBe('0.4');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(queued(host)).toMatchObject([{ values: { extra: 0.4 } }]));
});

test('a seed keeps every digit, is rolled, taken from the last picture, and set free again', async () => {
  const last = doneJob({ seed: '18446744073709551615' });
  const host = createFakeHost({ jobs: [last] });
  const user = await openGenerate(host);
  await user.click(await form().findByRole('button', { name: 'Use the seed of the last picture: 18446744073709551615' }));
  expect(textIn(await field('Seed'))).toBe('18446744073709551615');
  await user.click(queueButton());
  await user.click(form().getByRole('button', { name: 'Roll a seed and keep it' }));
  const rolled = textIn(await field('Seed'));
  expect(BigInt(rolled)).toBeLessThan(2n ** 53n);
  await user.click(form().getByText('Random'));
  await waitFor(() => expect(form().queryByRole('spinbutton', { name: 'Seed' })).toBeNull());
  await user.click(queueButton());
  await waitFor(() => expect(queued(host)).toMatchObject([{ values: { seed: '18446744073709551615' } }, { values: {} }]));
});

test('a draft outlives a reload, belongs to its template, and can be set back and taken back', async () => {
  const other = sampleTemplate({ id: 'other', title: { en: 'Other', ko: '다른 것' } });
  const host = createFakeHost({ templates: [sampleTemplate(), other] });
  const user = await openGenerate(host);
  await user.type(await prompt(), 'kept');
  await user.click(screen.getByRole('button', { name: /^Other/ }));
  expect(textIn(await prompt())).toBe('');
  const stored: unknown = JSON.parse(localStorage.getItem('hearth.view') ?? '{}');
  expect(stored).toMatchObject({ template: 'other', drafts: { sd15: { prompt: 'kept' } } });

  await user.click(screen.getByRole('button', { name: /^Stable Diffusion 1.5/ }));
  expect(textIn(await prompt())).toBe('kept');
  await user.click(form().getByRole('button', { name: 'More ways to queue' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Set the form back' }));
  await waitFor(async () => expect(textIn(await prompt())).toBe(''));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(textIn(await prompt())).toBe('kept'));
});

test('what the host refuses stands at the field it names, else above the button', async () => {
  const host = createFakeHost();
  const user = await openGenerate(host);
  host.answer('jobs.enqueue', () => {
    throw new AppError('invalid-input', 'limitSteps', { key: 'steps', given: 20, allowed: 10 });
  });
  await user.click(queueButton());
  await waitFor(async () => expect(descriptionOf(await field('Steps'))).toContain('10'));
  expect(form().queryByRole('alert')).toBeNull();

  host.answer('jobs.enqueue', () => {
    throw new AppError('not-found', 'noSuchTemplate', { id: 'sd15' });
  });
  await user.type(await prompt(), 'x');
  await user.click(queueButton());
  expect((await form().findByRole('alert')).textContent).toContain('There is no template "sd15".');
});

test('the same wish made again after a broken connection carries the same key', async () => {
  const host = createFakeHost();
  const user = await openGenerate(host);
  const answer = vi.fn(() => {
    host.cut();
    return new Promise<never>(() => {});
  });
  host.answer('jobs.enqueue', answer);
  await user.click(queueButton());
  expect((await form().findByRole('alert')).textContent).toContain('The connection to Hearth was lost.');
  host.answer('jobs.enqueue', () => ({ jobs: [sampleJob()], count: 1, batch: null }));
  await waitFor(() => expect(hearthStore.getState().connection).toBe('open'));
  await user.click(queueButton());
  expect(await screen.findByText('Queued.')).toBeTruthy();
  await user.click(queueButton());
  await waitFor(() => expect(queued(host)).toHaveLength(3));
  const keys = queued(host).map((input) => (input as { key: string }).key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('without a running engine it says that jobs wait, and offers to start one', async () => {
  const host = createFakeHost({ engines: [sampleEngine({ state: 'stopped', pid: null })] });
  const user = await openGenerate(host);
  expect(form().getByText('No engine runs. New jobs wait until one does.')).toBeTruthy();
  await user.click(queueButton());
  expect(await screen.findByText('Queued.')).toBeTruthy();
  expect(form().getByText('1 job in the queue')).toBeTruthy();
  await user.click(form().getByRole('button', { name: 'Start Demo engine' }));
  await waitFor(() => expect(form().queryByText(/New jobs wait/)).toBeNull());
});

test('a template names the models and nodes that its engine lacks', async () => {
  const lacking = {
    engine: 'demo',
    missingNodes: ['UnetLoaderGGUF'],
    missingModels: [{ folder: 'vae', name: 'ae.safetensors' }],
    choices: {},
  };
  await openGenerate(createFakeHost({ readiness: { sd15: lacking } }));
  expect(await screen.findByText('needs 1 node')).toBeTruthy();
  expect(form().getByText(/Demo engine lacks something/)).toBeTruthy();
  expect(form().getByText(/the node UnetLoaderGGUF/)).toBeTruthy();
  expect(form().getByText('ae.safetensors in the folder models/vae')).toBeTruthy();
});

test('choices come from the engine and are found by typing', async () => {
  const host = createFakeHost();
  const user = await openGenerate(host);
  const checkpoint = await form().findByRole('combobox', { name: 'Checkpoint' });
  await user.click(checkpoint);
  await user.clear(checkpoint);
  await user.type(checkpoint, 'dream');
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map((option) => option.textContent)).toEqual(['dreamshaper_8.safetensors']);
  await user.click(options[0] ?? checkpoint);
  await user.click(queueButton());
  await waitFor(() => expect(queued(host)).toMatchObject([{ values: { checkpoint: 'dreamshaper_8.safetensors' } }]));
});

test('templates are found by words in either language, and one that could not be loaded says why', async () => {
  const other = sampleTemplate({ id: 'other', title: { en: 'Upscale', ko: '업스케일' }, description: undefined });
  const problem = { id: 'bad', file: 'bad/template.json', message: 'It is broken.', key: 'none', params: {} };
  const user = await openGenerate(createFakeHost({ templates: [sampleTemplate(), other], problems: [problem] }));
  const column = within(await screen.findByRole('region', { name: 'Templates' }));
  expect((await column.findByRole('alert')).textContent).toContain('It is broken.');
  await user.type(column.getByRole('textbox', { name: 'Find a template' }), '업스');
  expect(column.getAllByRole('listitem')).toHaveLength(1);
  await user.type(column.getByRole('textbox', { name: 'Find a template' }), 'zzz');
  await user.click(column.getByRole('button', { name: 'Show all' }));
  expect(column.getAllByRole('listitem')).toHaveLength(2);
});

test('a picture is dropped, pasted or picked; it is sent at once and its value is queued', async () => {
  const template = withParameter({ key: 'picture', type: 'image', label: { en: 'Picture', ko: '그림' } });
  const host = createFakeHost({ templates: [template] });
  const value = `${'a'.repeat(64)}.png`;
  const sent: { name: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push({ name: decodeURIComponent(new Headers(init.headers).get('x-file-name') ?? ''), body: init.body });
    return Response.json({ value, name: 'x', bytes: 3 });
  });
  const user = await openGenerate(host);
  expect(form().getByText('Choose a picture.')).toBeTruthy();
  const file = new File(['png'], '여우 그림.png', { type: 'image/png' });
  fireEvent.paste(window, { clipboardData: { files: [file], getData: () => '' } });
  expect(await form().findByRole('img', { name: 'Picture for Picture' })).toBeTruthy();
  expect(sent).toEqual([{ name: '여우 그림.png', body: file }]);
  await user.click(queueButton());
  await waitFor(() => expect(queued(host)).toMatchObject([{ values: { picture: value } }]));

  await user.click(form().getByRole('button', { name: 'Remove the picture from Picture' }));
  const zone = form().getByRole('button', { name: 'Picture' });
  fireEvent.drop(zone, { dataTransfer: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })] } });
  expect(await form().findByText(/There was no picture in it/)).toBeTruthy();
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'invalid-input', key: 'webTooLarge', message: 'x', params: { max: 256 } }, { status: 413 }),
  );
  fireEvent.drop(zone, { dataTransfer: { files: [file] } });
  expect(await form().findByText(/larger than 256 MB/)).toBeTruthy();
  vi.unstubAllGlobals();
});

test('while a picture is on its way, typing goes on and is kept; of two pictures the later one counts', async () => {
  const template = withParameter({ key: 'picture', type: 'image', label: { en: 'Picture', ko: '그림' } });
  const host = createFakeHost({ templates: [template] });
  const answers: ((value: string) => void)[] = [];
  vi.stubGlobal('fetch', async () => {
    const value = await new Promise<string>((resolve) => answers.push(resolve));
    return Response.json({ value, name: 'x', bytes: 3 });
  });
  const user = await openGenerate(host);
  const paste = (name: string): void => {
    const file = new File(['png'], name, { type: 'image/png' });
    fireEvent.paste(window, { clipboardData: { files: [file], getData: () => '' } });
  };
  const [first, second] = [`${'a'.repeat(64)}.png`, `${'b'.repeat(64)}.png`];
  paste('first.png');
  paste('second.png');
  await waitFor(() => expect(answers).toHaveLength(2));
  await user.type(await prompt(), 'a red fox');
  answers[1]?.(second);
  await form().findByRole('img', { name: 'Picture for Picture' });
  answers[0]?.(first);
  await user.type(await field('Steps'), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(queued(host)).toMatchObject([{ values: { prompt: 'a red fox', picture: second } }]));
  vi.unstubAllGlobals();
});

test('a key that is held down queues once', async () => {
  const host = createFakeHost();
  await openGenerate(host);
  const press = (repeat: boolean): void =>
    void fireEvent.keyDown(document.documentElement, { key: 'Enter', code: 'Enter', ctrlKey: true, repeat });
  press(false);
  press(true);
  press(true);
  expect(await screen.findByText('Queued.')).toBeTruthy();
  expect(queued(host)).toHaveLength(1);
});

test('the job at work is seen live, and its picture takes its place when it is done', async () => {
  const job = runningJob();
  const host = createFakeHost({ jobs: [job] });
  await openGenerate(host);
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  expect(await result.findByText('Getting ready…')).toBeTruthy();
  host.hub.emit('job.progress', progressOf(job, { preview: `/previews/${job.attempts[0]?.id}?n=3` }));
  expect(await result.findByText('step 12 of 20 · 61 % · 0:08 left')).toBeTruthy();
  const incoming = document.querySelector('img[src$="?n=3"]');
  if (!incoming) throw new Error('the preview is asked for');
  fireEvent.load(incoming);
  const preview = () => result.getByRole('img', { name: 'Live preview of Stable Diffusion 1.5' }).getAttribute('src');
  expect(preview()).toContain('?n=3');
  // One that is gone before it came leaves the last one standing.
  host.hub.emit('job.progress', progressOf(job, { preview: `/previews/${job.attempts[0]?.id}?n=4` }));
  await waitFor(() => expect(document.querySelector('img[src$="?n=4"]')).toBeTruthy());
  expect(preview()).toContain('?n=3');
  expect(result.getByRole('progressbar', { name: 'Progress of Stable Diffusion 1.5' }).getAttribute('aria-valuetext')).toBe(
    '61%',
  );

  const done = doneJob({ id: job.id, seed: '815' });
  host.setJob(done);
  const picture = done.artifacts[0];
  expect(await result.findByText(/512 × 512 · seed 815/)).toBeTruthy();
  const strip = within(result.getByRole('list', { name: 'Last pictures' }));
  expect(strip.getByRole('link').getAttribute('href')).toBe(`#/gallery/${picture?.id}`);
});

test('a template without a seed is queued once, and says why', async () => {
  const plain = sampleTemplate();
  const host = createFakeHost({
    templates: [{ ...plain, parameters: plain.parameters.filter(({ type }) => type !== 'seed') }],
  });
  const user = await openGenerate(host);
  expect(form().getByTitle('This template has no seed, so every picture would be the same.')).toBeTruthy();
  await user.click(queueButton());
  await waitFor(() => expect(queued(host)).toMatchObject([{ count: 1 }]));
});

test('in Korean the screen speaks Korean', async () => {
  await mountApp(createFakeHost({ settings: { ...defaultSettings, language: 'ko' } }));
  expect(await screen.findByRole('button', { name: ko.generate.queue })).toBeTruthy();
  expect(await screen.findByRole('textbox', { name: '프롬프트' })).toBeTruthy();
  expect(viewStore.getState().drafts).toEqual({});
  expect(isDisabled(screen.getByRole('button', { name: ko.generate.seedNoLast }))).toBe(true);
});
