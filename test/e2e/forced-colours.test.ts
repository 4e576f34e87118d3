import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';
import { photosOf } from './faulty-network.ts';
import { send } from './upload-test-bed.ts';

// Forced-colors mode removes backgrounds and shadows: selected options must keep a mark, and overlays an edge.

const testBed = newTestBed('Lantern');
let eventId: string;

type Role = 'host' | 'visitor' | 'phone';
let people: Readonly<Record<Role, Page>>;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  await testBed.add(eventId, [1, 2]);
  const open = async (...[identity, viewport]: Parameters<typeof testBed.newPerson>) => {
    const { page } = await testBed.newPerson(identity, viewport);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    return page;
  };
  const [host, visitor, phone] = await Promise.all([open(testBed.olive), open(), open(testBed.olive, PHONE)]);
  people = { host, visitor, phone };
});

/** Opens a page as one of them. */
async function open(path: string, role: Role = 'host'): Promise<Page> {
  const page = people[role];
  await page.goto(path);
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  return page;
}

/** A computed style of an element or its pseudo-element. */
const styleOf = (element: Locator, property: string, pseudo = ''): Promise<string> =>
  element.evaluate(
    (node, [property, pseudo]) =>
      node.ownerDocument.defaultView?.getComputedStyle(node, pseudo).getPropertyValue(property) ?? '',
    [property, pseudo] as const,
  );

const appearance = (element: Locator): Promise<string> => styleOf(element, 'appearance');
const contentAfter = (element: Locator): Promise<string> => styleOf(element, 'content', '::after');

/** Expects a border or outline that is visible against the background. Polls, because the page may still be rendering. */
async function expectLine(
  element: Locator,
  line: string,
  [px, pseudo = '']: [number, string?],
): Promise<void> {
  const readStyles = () =>
    Promise.all(['style', 'width', 'color'].map((part) => styleOf(element, `${line}-${part}`, pseudo)));
  await expect.poll(readStyles).toEqual(['solid', `${px}px`, expect.any(String)]);
  const ground = await styleOf(element.page().locator('body'), 'background-color');
  const [, , colour] = await readStyles();
  // Without forced colors, some are transparent.
  expect([ground, expect.stringMatching(/^rgba\(.*, 0\)$/)]).not.toContainEqual(colour);
}

describe('with forced colors', () => {
  it('only the selected tab is underlined', async () => {
    const page = await open(`/event/${eventId}`);
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Recent').waitFor();
    for (const name of ['Recent', 'Top Voted']) {
      await tab(name).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await expectLine(tab(name), 'border-bottom', [2, '::after']);
      for (const other of await page.getByRole('tab', { selected: false }).all())
        expect(await contentAfter(other)).toBe('none');
    }
  });

  it('only the current link in the navigation bar is underlined', async () => {
    const page = await open('/create');
    const bar = page.getByRole('navigation', { name: 'Main' });
    const currentLink = bar.getByRole('link', { name: 'Create Event' });
    await currentLink.waitFor();
    await expectLine(currentLink, 'border-bottom', [2, '::after']);
    expect(await contentAfter(bar.getByRole('link', { name: 'My Events' }))).toBe('none');
  });

  it('only the current link in the drawer has a dot, and the drawer an outline', async () => {
    const page = await open('/create', 'phone');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const currentLink = drawer.getByRole('link', { name: 'Create Event' });
    await currentLink.waitFor();
    await expectLine(currentLink, 'border-top', [3, '::after']);
    expect(await contentAfter(drawer.getByRole('link', { name: 'My Events' }))).toBe('none');
    await expectLine(drawer, 'outline', [1]);
  });

  it('the selected privacy option has a thick border, and the others a thin one', async () => {
    const page = await open(`/event/${eventId}`);
    await page.getByRole('button', { name: 'Share Event' }).click();
    const choice = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) });
    await expectLine(choice('Public'), 'border-top', [3]);
    for (const other of ['Private', 'Unlisted'])
      expect(await styleOf(choice(other), 'border-top-width')).toBe('1px');
  });

  it('checkboxes, radio buttons and switches are native', async () => {
    const page = await open('/create');
    const moderation = page.getByRole('checkbox', { name: 'Enable Moderation' });
    await moderation.waitFor();
    expect(await appearance(moderation)).toBe('auto');
    expect(await appearance(page.getByRole('radio', { checked: true }))).toBe('auto');
    await page.goto(`/event/${eventId}`);
    await page.getByRole('button', { name: 'Edit Event' }).click();
    expect(await appearance(page.getByRole('switch', { name: 'Content Moderation' }))).toBe('auto');
  });
});

describe('an outline', () => {
  it('is around dialogs', async () => {
    const page = await open(`/event/${eventId}`);
    for (const [name, role] of [
      ['Edit Event', 'dialog'],
      ['Share Event', 'dialog'],
      ['Delete Event', 'alertdialog'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole(role, { name });
      await dialog.waitFor();
      await expectLine(dialog, 'outline', [1]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('is around good and bad toasts', async () => {
    const page = await open(`/event/${eventId}`, 'visitor');
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await page.getByRole('button', { name: 'Continue as Guest' }).click();
    const bad = page.locator('[data-tone="bad"]');
    await bad.waitFor();
    await expectLine(bad, 'outline', [1]);
    await page.getByLabel('Name').fill('Grace');
    await page.getByRole('button', { name: 'Continue as Guest' }).click();
    const good = page.locator('[data-tone="good"]');
    await good.waitFor();
    await expectLine(good, 'outline', [1]);
  });
});

it('shows upload progress in a native progress bar', async () => {
  const page = await open(`/event/${eventId}`);
  await page.route('**/incoming/**', () => {});
  await send(page, await photosOf(1, 2000));
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  expect(await appearance(bar)).toBe('auto');
  expect((await bar.boundingBox())?.height).toBeGreaterThan(6);
});
