import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { galleryStore } from '../../renderer/features/gallery/gallery-store.ts';
import { viewStore } from '../../renderer/store/view.ts';
import type { Job } from '../../shared/job.ts';
import { ago, doneJob, sampleTemplate } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { isDisabled } from './dom-facts.ts';
import { mountApp } from './mount.tsx';

// Waits end as soon as what they wait for is there; a busy machine gets the time it needs.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => galleryStore.setState({ template: null }));

const picture = (prompt: string, minutesAgo: number, change: Partial<Job> = {}): Job => {
  const job = doneJob({ values: { prompt, steps: 33 }, seed: '18446744073709551615', ...change });
  return { ...job, artifacts: job.artifacts.map((one) => ({ ...one, createdAt: ago(minutesAgo * 60_000) })) };
};
const idOf = (job: Job | undefined): string => job?.artifacts[0]?.id ?? '';
const names = () => screen.getAllByRole('link').flatMap((link) => link.getAttribute('data-picture') ?? []);
const openGallery = async (host: FakeHost, id = '') => {
  const user = await mountApp(host, `#/gallery${id === '' ? '' : `/${id}`}`);
  await waitFor(() => expect(galleryStore.getState().isKnown).toBe(true));
  return user;
};
const viewer = async () => within(await screen.findByRole('dialog'));

test('pictures stand newest first under their day, and a new one takes its place at the front', async () => {
  const jobs = [picture('two days old', 2 * 24 * 60), picture('a fox', 3), picture('an owl', 1)];
  const host = createFakeHost({ jobs });
  await openGallery(host);
  const link = await screen.findByRole('link', { name: 'an owl' });
  expect(link.getAttribute('href')).toBe(`#/gallery/${idOf(jobs[2])}`);
  expect(names()).toEqual([idOf(jobs[2]), idOf(jobs[1]), idOf(jobs[0])]);
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1);
  const fresh = picture('a stoat', 0);
  host.setJob(fresh);
  await waitFor(() => expect(names()[0]).toBe(idOf(fresh)));
  expect(screen.getAllByText('4 pictures').length).toBeGreaterThan(0);
});

test('one picture opens large with its values and the facts of its making', async () => {
  const job = picture('a fox', 3);
  const host = createFakeHost({ jobs: [job] });
  const user = await openGallery(host);
  await user.click(await screen.findByRole('link', { name: 'a fox' }));
  const shown = await viewer();
  expect(shown.getByRole('img', { name: 'a fox' }).getAttribute('src')).toBe(`/artifacts/${idOf(job)}`);
  const about = within(shown.getByRole('complementary', { name: 'About this picture' }));
  for (const fact of [
    'a fox',
    '33',
    '18446744073709551615',
    '512 × 512',
    'Stable Diffusion 1.5, version 1',
    '412.3 kB',
    'a'.repeat(64),
  ])
    expect(about.getAllByText(fact).length).toBeGreaterThan(0);
  expect(await about.findByText('Demo engine')).toBeTruthy();
  expect(about.getByText('10.0 s')).toBeTruthy();
  const download = about.getByRole('link', { name: 'Download' });
  expect(download.getAttribute('href')).toBe(`/artifacts/${idOf(job)}?download=1`);
});

test('the arrow keys walk through the gallery, Escape leads back to the picture seen last', async () => {
  const jobs = [picture('oldest', 9), picture('middle', 5), picture('newest', 1)];
  const host = createFakeHost({ jobs });
  const user = await openGallery(host);
  await user.click(await screen.findByRole('link', { name: 'newest' }));
  const shown = await viewer();
  expect(isDisabled(shown.getByRole('button', { name: 'Newer picture' }))).toBe(true);
  await user.keyboard('{ArrowRight}');
  expect(await shown.findByRole('img', { name: 'middle' })).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Older picture' }));
  expect(await shown.findByRole('img', { name: 'oldest' })).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  expect(await shown.findByRole('img', { name: 'middle' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.hash).toBe('#/gallery');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-picture')).toBe(idOf(jobs[1])));
});

test('every pixel can be seen, by key and by switch', async () => {
  const user = await openGallery(createFakeHost({ jobs: [picture('a fox', 3)] }));
  await user.click(await screen.findByRole('link', { name: 'a fox' }));
  const shown = await viewer();
  const isWhole = () => shown.getByRole('button', { name: 'Fit' }).getAttribute('aria-pressed') === 'true';
  expect(isWhole()).toBe(true);
  await user.keyboard('1');
  await waitFor(() => expect(isWhole()).toBe(false));
  await user.click(shown.getByRole('button', { name: 'Fit' }));
  await waitFor(() => expect(isWhole()).toBe(true));
  await user.keyboard('z');
  await waitFor(() => expect(isWhole()).toBe(false));
});

test('"use these values" fills the form with template, values and seed', async () => {
  const other = sampleTemplate({ id: 'other', title: { en: 'Other', ko: '다른 것' }, version: 4 });
  const job = picture('a fox', 3, { template: 'other', version: 2 });
  const host = createFakeHost({ templates: [sampleTemplate(), other], jobs: [job] });
  const user = await openGallery(host, idOf(job));
  await user.click(await (await viewer()).findByRole('button', { name: 'Use these values' }));
  expect(await screen.findByDisplayValue('a fox')).toBeTruthy();
  expect(screen.getByDisplayValue('18446744073709551615')).toBeTruthy();
  expect(viewStore.getState().template).toBe('other');
  expect(await screen.findByText('Made with version 2 of the template; the form is version 4.')).toBeTruthy();
});

test('a picture outlives its template', async () => {
  const job = picture('a fox', 3, { template: 'gone' });
  await openGallery(createFakeHost({ jobs: [job] }), idOf(job));
  const shown = await viewer();
  expect(isDisabled(await shown.findByRole('button', { name: 'Use these values' }))).toBe(true);
  expect(shown.getByText('Its template no longer exists.')).toBeTruthy();
});

test('a link finds a picture that is on no page read so far, and one that is gone says so', async () => {
  const old = picture('long ago', 60 * 24 * 90);
  const jobs = [old, ...Array.from({ length: 300 }, (_, index) => picture(`recent ${index}`, 300 - index))];
  await openGallery(createFakeHost({ jobs }), idOf(old));
  expect(await (await viewer()).findByRole('img', { name: 'long ago' })).toBeTruthy();
  window.location.hash = '#/gallery/00000000-0000-4000-8000-0000000fffff';
  expect((await (await viewer()).findByRole('alert')).textContent).toContain('There is no picture');
});

test('scrolling down reads page after page, each picture once', async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => picture(`picture ${index}`, 300 - index));
  await openGallery(createFakeHost({ jobs }));
  const wall = (await screen.findByRole('link', { name: 'picture 299' })).closest('[class*=root]');
  if (!wall) throw new Error('the wall scrolls');
  await waitFor(() => {
    fireEvent.scroll(wall, { target: { scrollTop: 1_000_000 } });
    expect(galleryStore.getState().items).toHaveLength(300);
  });
  expect(new Set(galleryStore.getState().items.map(({ artifact }) => artifact.id)).size).toBe(300);
});

test('only what this host can do is offered, and a copy that the browser forbids is said', async () => {
  const job = picture('a fox', 3);
  const host = createFakeHost({ jobs: [job] });
  const user = await openGallery(host, idOf(job));
  const shown = await viewer();
  await shown.findByRole('button', { name: 'Copy picture' });
  expect(shown.queryByRole('button', { name: 'Show file' })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Copy picture' }));
  expect(await screen.findByText(/did not let Hearth copy the picture/)).toBeTruthy();
});

test('on the desktop the file itself can be shown', async () => {
  const job = picture('a fox', 3);
  const host = createFakeHost({ jobs: [job], actions: ['revealFile'] });
  const reveal = vi.fn(() => ({}));
  host.answer('host.revealFile', reveal);
  const user = await openGallery(host, idOf(job));
  await user.click(await (await viewer()).findByRole('button', { name: 'Show file' }));
  await waitFor(() => expect(reveal).toHaveBeenCalledWith({ artifact: idOf(job) }));
});

test('a template without pictures offers the way back, an empty gallery the first step', async () => {
  const other = sampleTemplate({ id: 'other', title: { en: 'Other', ko: '다른 것' } });
  const host = createFakeHost({ templates: [sampleTemplate(), other], jobs: [picture('a fox', 3)] });
  const user = await openGallery(host);
  await user.click(screen.getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'Other', hidden: true }));
  await user.click(await screen.findByRole('button', { name: 'Show all pictures' }));
  expect(await screen.findByRole('link', { name: 'a fox' })).toBeTruthy();
});

test('an empty gallery shows the one next step', async () => {
  await openGallery(createFakeHost());
  expect(await screen.findByRole('button', { name: 'Make the first one' })).toBeTruthy();
});
