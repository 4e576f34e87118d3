import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectFit } from './expect-fit.ts';
import {
  expectKeyboard,
  expectTrap,
  expectVisibleFocus,
  openByKeyboard,
  pressEnterOn,
} from './by-keyboard.ts';
import { sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, NARROW, photo, showSite } from './show-site.tsx';

// Dialogs at the narrowest width: usable by keyboard alone, each tab stop visible, no horizontal overflow. That of uploads is in
// guest-uploads.test.tsx.

const name = 'Donaudampfschifffahrtsgesellschaft';
const button = (label: string) => page.getByRole('button', { name: label }).first();

beforeEach(() => page.viewport(...NARROW));
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});
afterAll(() => page.viewport(1280, 800));

const hostsGallery = () => {
  const [pending, approved] = sampleMediaList(2);
  const media = [
    ...(pending ? [{ ...pending, status: 'pending' as const }] : []),
    ...(approved ? [approved] : []),
  ];
  return showSite({
    at: EVENT_PATH,
    as: 'host',
    event: { name, moderationEnabled: true, mediaCount: 1, pendingCount: 1 },
    media: () => media,
  });
};

describe('usable by keyboard alone:', () => {
  it.each([
    ['Edit Event', 'dialog'],
    ['Share Event', 'dialog'],
    ['Delete Event', 'alertdialog'],
    ['Open menu', 'dialog'],
  ] as const)('the host’s %s', async (label, role) => {
    await hostsGallery();
    const title = label === 'Open menu' ? 'Menu' : label;
    await expectKeyboard(button(label), page.getByRole(role, { name: title }));
  });

  it('the details and actions of a photo', async () => {
    await hostsGallery();
    const tile = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: photo(1) });
    const download = tile.getByRole('link', { name: 'Download' });
    const details = (expanded: boolean) => tile.getByRole('button', { name: 'Details', expanded });
    await expect.element(details(false)).toBeInTheDocument();
    await expect.element(download).not.toBeInTheDocument();
    await pressEnterOn(details(false));
    await expect.element(tile.getByText('Contributor')).toBeVisible();
    await expect
      .element(download)
      .toHaveAttribute('href', expect.stringMatching(/^\/api\/media\/med_\w+\/download/));
    // The disabled heart of a pending photo takes no focus.
    (details(true).element() as HTMLElement).focus();
    await userEvent.tab({ shift: true });
    await expect.element(tile.getByRole('button', { name: 'Delete' })).toHaveFocus();
    await expectFit();
    await expectVisibleFocus({ least: 20 });
  });

  it('the lightbox, and the dialog to delete a photo', async () => {
    await hostsGallery();
    const lightbox = page.getByRole('dialog', { name: 'Photo' });
    await openByKeyboard(photo(1), lightbox);
    await expect.element(lightbox.getByText('1 of 2')).toBeVisible();
    await expectKeyboard(
      lightbox.getByRole('button', { name: 'Delete' }),
      page.getByRole('alertdialog', { name: 'Delete Media' }),
    );
    await expectTrap(lightbox);
    await expectVisibleFocus({ least: 5 });
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(lightbox.getByText('2 of 2')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(lightbox).not.toBeInTheDocument();
    await expect.element(photo(2)).toHaveFocus();
  });

  it('the visitor’s Join Event', async () => {
    await showSite({ at: '/', as: 'visitor', answers: { 'GET /api/events/public': () => [] } });
    await expectKeyboard(button('Join Event'), page.getByRole('dialog', { name: 'Join Event' }));
  });

  it('the visitor’s Upload as Guest', async () => {
    await showSite({ at: EVENT_PATH, as: 'visitor', event: { name, mediaCount: 0 } });
    await expectKeyboard(button('Add Media'), page.getByRole('dialog', { name: 'Upload as Guest' }));
  });
});
