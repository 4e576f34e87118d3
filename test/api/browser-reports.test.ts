import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { eventually } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';

// What browsers report is counted, by whoever sends it, and nothing of it is kept but numbers.

const base = inject('siteUrl');
const PATH = '/api/browser-reports';
const JSON_TYPE = { 'content-type': 'application/json' };

const anybody = new Client(base);
const send = (body: string, headers: Record<string, string> = {}) =>
  anybody.send('POST', PATH, { body, headers: { ...JSON_TYPE, ...headers } });

/** Lines of the functions' log that hold all these words. */
async function linesWith(...words: string[]): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(inject('logsDir'), 'functions.log'), 'utf8');
  return text
    .split('\n')
    .filter((line) => words.every((word) => line.includes(word)))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>);
}

/** Blanks may stand between the parts of JSON. */
const report = (bytes: number) => '{"problems":[]}'.padEnd(bytes);

describe('a report', () => {
  it('becomes metrics of the stage, and lines by page, region and step', async () => {
    const answer = await anybody.post(PATH, {
      visit: { page: 'event', largestContentfulPaintMs: 1777, interactionToNextPaintMs: 88 },
      problems: [
        { kind: 'crash', region: 'lightbox', page: 'event', times: 3 },
        { kind: 'failed-upload', step: 'sending', page: 'event', times: 17 },
      ],
    });
    expect(answer).toMatchObject({ status: 204, text: '' });
    const [metrics] = await eventually(async () => {
      const found = await linesWith('"LargestContentfulPaint":1777');
      return found.length > 0 && found;
    });
    expect(metrics).toMatchObject({ Visits: 10, InteractionToNextPaint: 88, Crashes: 1 });
    expect(metrics).toMatchObject({ UploadSendingFailed: 17, service: 'gatherlens' });
    expect(await linesWith('"browser visit"', '"largestContentfulPaintMs":1777')).toMatchObject([
      { page: 'event', largestContentfulPaintMs: 1777, interactionToNextPaintMs: 88 },
    ]);
    expect(await linesWith('"browser problem"', '"times":17')).toMatchObject([
      { kind: 'failed-upload', step: 'sending', page: 'event' },
    ]);
  });

  it('is taken from who has a wrong token or an ended session, because nobody is looked up', async () => {
    const guest = await seedGuest(base);
    const headers = { 'x-guest-id': guest.guestId, 'x-guest-token': 'wrong', cookie: '__Host-session=ended' };
    expect((await send('{"problems":[]}', headers)).status).toBe(204);
  });

  it('is read up to 4 KB, and is a 413 above', async () => {
    expect((await send(report(4096))).status).toBe(204);
    expect(await send(report(4097))).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
    // In bytes, not in characters.
    expect((await send(`{"problems":[],"x":"${'é'.repeat(2048)}"}`)).status).toBe(413);
  });

  it('is refused from the page of another site, as every write is', async () => {
    const ours = { origin: new URL(base).origin, 'sec-fetch-site': 'same-origin' };
    expect((await send('{"problems":[]}', ours)).status).toBe(204);
    for (const [name, value] of [
      ['origin', 'https://elsewhere.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect((await send('{"problems":[]}', { [name]: value })).status).toBe(403);
    // The types that a page of another site may send without asking first.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await send('{"problems":[]}', { 'content-type': type })).status).toBe(415);
  });

  it('that names anything is refused whole, and none of it is logged', async () => {
    const crash = { kind: 'crash', region: 'page', page: 'event', times: 1 };
    const told = 'Zephyrine at evt_1';
    for (const report of [
      { problems: [{ ...crash, message: told }] },
      { problems: [crash, { ...crash, page: told }] },
      { problems: [], visit: { page: 'event', url: told } },
      { problems: [], userAgent: told },
      { problems: [{ ...crash, constructor: told }] },
    ]) {
      const answer = await send(JSON.stringify(report));
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
    }
    expect(await linesWith('Zephyrine')).toEqual([]);
  });
});
