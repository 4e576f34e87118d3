import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, type Role, showSite } from './show-site.tsx';

// Forced-colors mode removes backgrounds and shadows: selected options must keep a mark, and overlays an edge. Progress
// of uploads is in guest-uploads.test.tsx.

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Defined in vitest.config.ts. */
    setForcedColors: (value: 'active' | 'none') => Promise<void>;
  }
}

beforeAll(() => commands.setForcedColors('active'));
afterAll(() => commands.setForcedColors('none'));
beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});

const show = (at: string, as: Role = 'host') =>
  showSite({
    at,
    as,
    event: { privacy: 'public' },
    media: () => sampleMediaList(2),
    answers: {
      'POST /api/guests': () => ({ id: 'gst_grace', name: 'Grace', token: 'token', email: null }),
    },
  });

const button = (name: string) => page.getByRole('button', { name }).first();

type Shown = Pick<Locator, 'element'>;

const toast = (tone: 'good' | 'bad'): Shown => ({
  element: () => document.querySelector<HTMLElement>(`[data-tone="${tone}"]`) ?? document.body,
});

/** A computed style of an element or its pseudo-element. */
const styleOf = (element: Shown, property: string, pseudo?: string): string =>
  getComputedStyle(element.element(), pseudo).getPropertyValue(property);

const appearance = (element: Shown): string => styleOf(element, 'appearance');
const contentAfter = (element: Shown): string => styleOf(element, 'content', '::after');

/** Expects a border or outline that is visible against the background. Polls, because the page may still be rendering. */
async function expectLine(element: Shown, line: string, [px, pseudo]: [number, string?]): Promise<void> {
  const readStyles = () =>
    ['style', 'width', 'color'].map((part) => styleOf(element, `${line}-${part}`, pseudo));
  await expect.poll(readStyles).toEqual(['solid', `${px}px`, expect.any(String)]);
  const ground = getComputedStyle(document.body).backgroundColor;
  const [, , colour] = readStyles();
  // Without forced colors, some are transparent.
  expect([ground, expect.stringMatching(/^rgba\(.*, 0\)$/)]).not.toContainEqual(colour);
}

describe('with forced colors', () => {
  it('only the selected tab is underlined', async () => {
    await show(EVENT_PATH);
    for (const name of ['Recent', 'Top Voted']) {
      await page.getByRole('tab', { name }).click();
      await expectLine(page.getByRole('tab', { name, selected: true }), 'border-bottom', [2, '::after']);
      const others = page.getByRole('tab', { selected: false }).all();
      expect(others.length).toBeGreaterThan(0);
      for (const other of others) expect(contentAfter(other)).toBe('none');
    }
  });

  it('only the current link in the navigation bar is underlined', async () => {
    await show('/create');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expectLine(bar.getByRole('link', { name: 'Create Event' }), 'border-bottom', [2, '::after']);
    expect(contentAfter(bar.getByRole('link', { name: 'My Events' }))).toBe('none');
  });

  it('only the current link in the drawer has a dot, and the drawer an outline', async () => {
    await page.viewport(390, 844);
    await show('/create');
    await button('Open menu').click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expectLine(drawer.getByRole('link', { name: 'Create Event' }), 'border-top', [3, '::after']);
    expect(contentAfter(drawer.getByRole('link', { name: 'My Events' }))).toBe('none');
    await expectLine(drawer, 'outline', [1]);
  });

  it('the selected privacy option has a thick border, and the others a thin one', async () => {
    await show(EVENT_PATH);
    await button('Share Event').click();
    const choice = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) });
    await expectLine(choice('Public'), 'border-top', [3]);
    for (const other of ['Private', 'Unlisted'])
      expect(styleOf(choice(other), 'border-top-width')).toBe('1px');
  });

  it('checkboxes and radio buttons are native', async () => {
    await show('/create');
    await expect.element(page.getByRole('checkbox', { name: 'Enable Moderation' })).toBeInTheDocument();
    expect(appearance(page.getByRole('checkbox', { name: 'Enable Moderation' }))).toBe('auto');
    expect(appearance(page.getByRole('radio', { checked: true }))).toBe('auto');
  });

  it('switches are native', async () => {
    await show(EVENT_PATH);
    await button('Edit Event').click();
    await expect.element(page.getByRole('switch', { name: 'Content Moderation' })).toBeInTheDocument();
    expect(appearance(page.getByRole('switch', { name: 'Content Moderation' }))).toBe('auto');
  });
});

describe('an outline', () => {
  it('is around dialogs', async () => {
    await show(EVENT_PATH);
    for (const [name, role] of [
      ['Edit Event', 'dialog'],
      ['Share Event', 'dialog'],
      ['Delete Event', 'alertdialog'],
    ] as const) {
      await button(name).click();
      const dialog = page.getByRole(role, { name });
      await expectLine(dialog, 'outline', [1]);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
    }
  });

  it('is around good and bad toasts', async () => {
    vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
    await show(EVENT_PATH, 'visitor');
    await button('Add Media').click();
    await button('Continue as Guest').click();
    await expectLine(toast('bad'), 'outline', [1]);
    await page.getByLabelText('Name').fill('Grace');
    await button('Continue as Guest').click();
    await expectLine(toast('good'), 'outline', [1]);
  });
});
