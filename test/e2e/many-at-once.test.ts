import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, PHONE } from '../fixtures/browser.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { newTestBed } from './test-bed.ts';

const bed = newTestBed('Many at once');
/** Olive's desktop. */
let desktop: Person;

beforeAll(async () => {
  desktop = await bed.newPerson(bed.olive);
});

const tile = (page: Page, position: number) =>
  page.getByRole('link', { name: `Photo ${position}`, exact: true });
const choice = (page: Page, position: number) =>
  page.getByRole('checkbox', { name: `Photo ${position}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

const idsIn = async (eventId: string, status?: string) => {
  const { json } = await bed.olive.get(`/api/events/${eventId}/media${status ? `?status=${status}` : ''}`);
  return json.map(({ id }) => id).toReversed();
};

async function centreOf(page: Page, position: number): Promise<[x: number, y: number]> {
  const box = await page.locator(`[data-index="${position - 1}"]`).boundingBox();
  if (!box) throw new Error('no tile');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function touch(
  finger: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  at?: [number, number],
) {
  const touchPoints = at ? [{ x: at[0], y: at[1] }] : [];
  await finger.send('Input.dispatchTouchEvent', { type, touchPoints });
}

const deleteChosen = async (page: Page, question: string) => {
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Media' });
  await dialog.getByText(question).waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

describe('the gallery', () => {
  it('on a phone: a long press and a drag choose, Delete asks with the number, a tap opens again', async () => {
    const eventId = await bed.newEvent();
    const ids = await bed.fill(eventId, 4);
    const page = await bed.open(`/event/${eventId}`, bed.olive, PHONE);
    const finger = await page.context().newCDPSession(page);
    // The code comes with the first touch. Once it runs, it fetches what may be needed next.
    const isRunning = page.waitForRequest('**/assets/lightbox-*.js');
    await page.getByRole('heading', { level: 1 }).tap();
    await isRunning;
    await page.locator('[data-index="3"]').scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate('scrollY');
    await touch(finger, 'touchStart', await centreOf(page, 2));
    await bar(page).getByText('1 selected').waitFor();
    const [from, to] = [await centreOf(page, 2), await centreOf(page, 4)];
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await touch(finger, 'touchMove', [
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
      ]);
    }
    // A finger never rests.
    let wobble = 0;
    await expect
      .poll(async () => {
        wobble = 1 - wobble;
        await touch(finger, 'touchMove', [to[0] + wobble, to[1]]);
        return bar(page).getByText('3 selected').isVisible();
      })
      .toBe(true);
    await touch(finger, 'touchEnd');
    // The drag has neither scrolled nor pressed.
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    expect(new URL(page.url()).search).toBe('');
    await choice(page, 3).tap();
    await bar(page).getByText('2 selected').waitFor();
    await deleteChosen(page, 'delete these 2 media files? This action cannot be undone.');
    await page.getByText('Media Deleted').waitFor();
    expect(await idsIn(eventId)).toEqual([ids[1], ids[3]]);
    await tile(page, 2).tap();
    await page.getByText('2 of 2').waitFor();
  });

  it('on a desktop: clicks with keys, a drag of the mouse, and one file that is downloaded', async () => {
    const eventId = await bed.newEvent();
    await bed.fill(eventId, 3);
    await bed.add(eventId, [39]);
    const { page } = desktop;
    await page.goto(`/event/${eventId}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await bar(page).getByText('Select photos').waitFor();
    await choice(page, 3).waitFor();
    await page.mouse.move(...(await centreOf(page, 1)));
    await page.mouse.down();
    await page.mouse.move(...(await centreOf(page, 2)), { steps: 4 });
    await page.mouse.move(...(await centreOf(page, 3)), { steps: 4 });
    await page.mouse.up();
    await bar(page).getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await tile(page, 2).click({ modifiers: ['ControlOrMeta'] });
    await choice(page, 4).click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await choice(page, 1).click();
    const download = page.waitForEvent('download');
    await bar(page).getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.jpg$/);
  });
});

it('the moderation page rejects nothing if it is closed, rejects after ten seconds from any page, and approves all again', async () => {
  const eventId = await bed.newEvent({ moderationEnabled: true });
  const ids: string[] = [];
  for (let photo = 0; photo < 2; photo += 1)
    ids.push((await seedItem(bed.olive, eventId, { status: 'pending' })).id);
  const address = `/event/${eventId}/moderate`;
  const { page: first, context } = desktop;
  await first.goto(address);
  await first.getByRole('button', { name: 'Reject All' }).click();
  await first.getByText('2 items will be rejected in').waitFor();
  await first.close();
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(address);
  await page.getByText('The page was closed before Reject All was done.').waitFor();
  expect(await idsIn(eventId, 'pending')).toEqual(ids);

  await page.getByRole('button', { name: 'Reject All' }).click();
  await page.getByText('2 items will be rejected in').waitFor();
  await page
    .getByRole('link', { name: /gallery/i })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Many at once', level: 1 }).waitFor();
  await page.clock.fastForward(10_000);
  await page.getByText('Media Rejected').waitFor();
  expect(await idsIn(eventId, 'rejected')).toEqual(ids);

  await page.goBack();
  const rejected = page.getByRole('region', { name: 'Rejected' });
  await rejected.getByText('2 items').waitFor();
  await rejected.getByRole('button', { name: 'Approve All Rejected' }).click();
  await page.getByText('Media Approved').waitFor();
  await rejected.waitFor({ state: 'detached' });
  expect(await idsIn(eventId)).toEqual(ids);
});
