import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { projectDir } from '../../infra/build/project-paths.ts';
import {
  becomeUser,
  closeContexts,
  DESKTOP,
  newPerson,
  type Person,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { processTree } from '../fixtures/processes.ts';
import { killTree, runNpmDev, stillRunning, type StartedProcess } from '../fixtures/run-npm-start.ts';
import { eventually, jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';

// In a copy of the project, so that files can be changed.

const patience = { timeout: 60_000, interval: 100 };

let folder: string;
let run: StartedProcess;
let site: string;
let browser: Browser;
let host: Person;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'npm-dev-'));
  const copied = [
    'functions',
    'infra',
    'shared',
    'web',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ];
  await Promise.all([
    ...copied.map((name) => cp(path.join(projectDir, name), path.join(folder, name), { recursive: true })),
    symlink(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules')),
  ]);
  run = runNpmDev(folder, { PORT: '0', DATA_DIR: path.join(folder, '.local') });
  [site, browser] = await Promise.all([run.ready(), sharedBrowser()]);
  host = await newPerson(browser, { viewport: DESKTOP, baseURL: site });
}, 180_000);

afterAll(async () => {
  await closeContexts(browser);
  if (run) killTree(run.pid);
  await rm(folder, { recursive: true, force: true });
});

async function edit(file: string, [from, to]: readonly [from: string, to: string]): Promise<void> {
  const source = await readFile(path.join(folder, file), 'utf8');
  expect(source).toContain(from);
  await writeFile(path.join(folder, file), source.replace(from, to));
}

const answerToNothing = async () => (await fetch(`${site}/api/nothing`, { method: 'POST' })).status;

// Vite sends hundreds of modules with each page that is loaded, so it is one.
it(
  'signs people in, takes their events, uploads and votes, and shows them',
  { timeout: 120_000 },
  async () => {
    const { page } = host;
    const identity = await signIn(site);
    const { json: event } = await identity.post('/api/events', { name: 'Summer party', privacy: 'public' });
    const { id } = await upload(identity, event.id, await jpegFile());
    expect(await waitUntilProcessed(identity, event.id, id)).toMatchObject({ state: 'ready' });
    expect((await identity.post(`/api/media/${id}/vote`)).status).toBe(200);
    // The page is filled by the server with what has just been stored, unless that takes too long.
    await eventually(async () => (await identity.get(`/event/${event.id}`)).text.includes('"hasVoted":true'));
    await becomeUser(host, identity);
    await page.goto(`/event/${event.id}`);
    const withdrawn = page.waitForResponse((response) => response.url().endsWith('/vote'));
    await page.getByRole('button', { name: 'Vote, 1 vote', exact: true, pressed: true }).click();
    expect((await withdrawn).ok()).toBe(true);
    await page.getByRole('button', { name: 'Vote, 0 votes', pressed: false }).waitFor();
    expect(host.consoleErrors).toEqual([]);
  },
);

const statusOf = async (file: string) => (await fetch(`${site}/@fs${path.join(folder, file)}`)).status;

it('serves the sources that the website is made of, and nothing of the data folder', async () => {
  expect(await statusOf('shared/messages.ts')).toBe(200);
  for (const query of ['', '?raw', '?import&raw', '?url', '?inline'])
    expect(await statusOf(`.local/secrets/media-signing-key${query}`)).toBe(403);
  expect(await statusOf('package.json')).toBe(403);
});

it('takes a changed component and a changed style into the open page, which keeps its state', async () => {
  const { page } = host;
  await page.getByRole('button', { name: 'Edit Event' }).click();
  await page.getByLabel(/Event Name/).fill('Half a na');
  await page.getByLabel('Event Date').fill('2026-06-20');
  await edit('web/src/features/events/event-day-field.tsx', ['label="Event Date"', 'label="Event Day"']);
  await page.getByLabel('Event Day').waitFor();
  await edit('web/src/app/tokens.css', [':root {', ':root { --changed: yes;']);
  const changed = "getComputedStyle(document.documentElement).getPropertyValue('--changed')";
  await vi.waitFor(async () => expect(await page.evaluate(changed)).toBe('yes'), patience);
  expect(await page.getByLabel('Event Day').inputValue()).toBe('2026-06-20');
  expect(await page.getByLabel(/Event Name/).inputValue()).toBe('Half a na');
  expect(host.consoleErrors).toEqual([]);
  // It stays open, and would load all modules again after the next start.
  await page.route('**', (route) => route.abort());
});

it('uses changed functions at the next call', async () => {
  expect(await answerToNothing()).toBe(404);
  await edit('functions/http/answer-unmatched.ts', [
    'errorReply(notFound(), requestId)',
    'errorReply(wrongMethod(), requestId)',
  ]);
  await vi.waitFor(() => expect(run.lines).toContain('The functions are built again.'), patience);
  expect(await answerToNothing()).toBe(405);
});

it('ends as a whole when what it runs itself changes, and starts again', async () => {
  const before = processTree(run.pid).slice(1);
  expect(before.length).toBeGreaterThan(2);
  // What starts then is a program that takes no time.
  await writeFile(
    path.join(folder, 'infra/local/dev.ts'),
    "console.log('It has changed.');\nsetInterval(() => undefined, 60_000);\n",
  );
  await vi.waitFor(() => expect(run.lines).toContain('It has changed.'), patience);
  await vi.waitFor(() => expect(stillRunning(before)).toEqual([]), patience);
  const tree = processTree(run.pid);
  expect(tree.length).toBeGreaterThan(1);
  run.child.kill('SIGTERM');
  await run.ended();
  await vi.waitFor(() => expect(stillRunning(tree)).toEqual([]), patience);
});
