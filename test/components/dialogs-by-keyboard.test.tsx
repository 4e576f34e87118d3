import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { loadUploadEngine } from '../../web/src/features/uploads/use-uploads.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectFit } from './expect-fit.ts';
import { sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, NARROW, photo, showSite } from './show-site.tsx';

// Dialogs at the narrowest width: usable by keyboard alone, no horizontal overflow.

const name = 'Donaudampfschifffahrtsgesellschaft';
const button = (label: string) => page.getByRole('button', { name: label }).first();

beforeEach(async () => {
  await page.viewport(...NARROW);
  // Keeps file pickers closed.
  vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});
afterAll(() => page.viewport(1280, 800));

/** Expects Tab and Shift+Tab to stay in the top dialog. */
async function expectTrap(dialog: Locator): Promise<void> {
  const isInside = () => dialog.element().matches(':focus-within');
  const stops = dialog.element().querySelectorAll('a[href], button, input, select, textarea').length;
  for (let step = 0; step <= stops; step += 1) {
    await userEvent.tab();
    expect(isInside()).toBe(true);
  }
  for (let step = 0; step < 2; step += 1) {
    await userEvent.tab({ shift: true });
    expect(isInside()).toBe(true);
  }
}

async function pressEnterOn(opener: Locator): Promise<void> {
  await expect.element(opener).toBeVisible();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

async function openByKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  await pressEnterOn(opener);
  await expect.element(dialog).toBeVisible();
}

/** Expects a dialog to open by Enter, trap the focus, close by Escape, and restore the focus. */
async function expectKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  await openByKeyboard(opener, dialog);
  await expectFit();
  await expectTrap(dialog);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
}

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

  it('the upload dialog, which keeps the focus, and which Escape does not close while uploading', async () => {
    const { client } = await showSite({
      at: EVENT_PATH,
      as: 'guest',
      event: { name, mediaCount: 0 },
      answers: { 'POST /api/objects/upload/guest': () => new Promise<never>(() => {}) },
    });
    const dialog = page.getByRole('dialog', { name: 'Upload Media' });
    await expectKeyboard(button('Add Media'), dialog);
    await openByKeyboard(button('Add Media'), dialog);
    await expectNoViolations('all');
    const files = [7, 8, 9].map((seed) => new File([`${seed}`], `${seed}.jpg`, { type: 'image/jpeg' }));
    await page.getByLabelText(/^Click to select files/).upload(files);
    // What is removed or replaced gives the focus to what takes its place.
    for (const removed of ['7.jpg', '9.jpg']) {
      await pressEnterOn(dialog.getByRole('button', { name: `Remove ${removed}` }));
      await expect.element(dialog.getByRole('listitem').filter({ hasText: '8.jpg' })).toHaveFocus();
    }
    await pressEnterOn(dialog.getByRole('button', { name: 'Upload 1 file(s)' }));
    await vi.waitFor(() =>
      expect(document.querySelector(':focus ul')?.getAttribute('aria-label')).toBe('Files'),
    );
    await expect.element(dialog.getByText('0 of 1 safe')).toBeVisible();
    for (let times = 0; times < 3; times += 1) await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toBeVisible();
    await expectFit();
    (await loadUploadEngine(client)).queue.forget('guest:gst_grace');
  });
});
