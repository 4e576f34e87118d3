import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { browserReport, type Report } from '../../web/src/lib/note-problem.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { type Answers, fakeApi } from './fake-api.ts';
import { sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, photo, showSite } from './show-site.tsx';

// The page of an event as a whole: where the focus goes when what has it is removed, and what is left of the page when a
// part of it crashes.

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const lightbox = page.getByRole('dialog', { name: 'Photo' });

async function pressEnterOn(pressed: Locator): Promise<void> {
  await expect.element(pressed).toBeInTheDocument();
  (pressed.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('deleting', () => {
  /** The host's gallery of this many photos, which can be deleted. */
  async function showDeletable(count: number): Promise<void> {
    let media = sampleMediaList(count);
    await showSite({
      at: EVENT_PATH,
      as: 'host',
      event: { mediaCount: count },
      media: () => media,
      answers: {
        'DELETE /api/events/{eventId}/media/{mediaId}': ({ path }) => {
          media = media.filter(({ id }) => !path.endsWith(`/${id}`));
          return undefined;
        },
      },
    });
    await expect.element(photo(count)).toBeVisible();
  }

  async function confirm(): Promise<void> {
    const question = page.getByRole('alertdialog', { name: 'Delete Media' });
    await pressEnterOn(question.getByRole('button', { name: 'Delete' }));
    await expect.element(question).not.toBeInTheDocument();
  }

  it('in the lightbox keeps the focus there, and its keys still work', async () => {
    await showDeletable(4);
    await pressEnterOn(photo(2));
    await expect.element(lightbox.getByText('2 of 4')).toBeVisible();
    await pressEnterOn(lightbox.getByRole('button', { name: 'Delete' }));
    await confirm();
    await expect.element(lightbox.getByText('2 of 3')).toBeVisible();
    await expect.element(lightbox.getByRole('button', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(lightbox.getByText('3 of 3')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(photo(3)).toHaveFocus();
  });

  it('in the gallery moves the focus to the photo that takes the place, finally to the page', async () => {
    await showDeletable(3);
    const pressDelete = async () => {
      // The button of a photo is only there once the photo has keyboard focus.
      await userEvent.keyboard('{Shift}');
      (photo(1).element() as HTMLElement).focus();
      const tile = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: photo(1) });
      await pressEnterOn(tile.getByRole('button', { name: 'Delete' }));
      await confirm();
    };
    for (let last = 3; last > 1; last -= 1) {
      await pressDelete();
      await expect.element(photo(last)).not.toBeInTheDocument();
      await expect.element(photo(1)).toHaveFocus();
    }
    await pressDelete();
    await expect.element(page.getByText('No photos yet')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Summer party' })).toHaveFocus();
  });
});

describe('a part that crashes', () => {
  const crashed = page.getByRole('heading', { name: 'This part could not be shown' });
  /** What no page expects, as an answer of this call. */
  const senseless = (name: keyof Answers, answer: unknown): Answers => ({ [name]: () => answer });

  /** What would be reported. Which page it was is told by the browser's address, which is not the router's here. */
  function reported() {
    const reports: Report[] = [];
    browserReport.flush((report) => reports.push(report) > 0);
    return reports.flatMap(({ problems }) => problems.map(({ page: _page, ...problem }) => problem));
  }

  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    reported();
  });

  const showGallery = (answers: Answers = {}, highlightCount = 0) =>
    showSite({
      at: EVENT_PATH,
      as: 'guest',
      event: { highlightCount },
      media: () => sampleMediaList(3),
      answers,
    });

  it('says so in its place and can be tried again, while the rest works', async () => {
    await showGallery(senseless('GET /api/events/{eventId}/highlights', [null]), 3);
    await expect.element(crashed).toBeVisible();
    await expect.element(page.getByRole('alert').filter({ has: crashed })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Summer party' })).toBeVisible();
    // The gallery beside it works, and so does the lightbox.
    await photo(1).click();
    await expect.element(lightbox.getByText('1 of 3')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Try again').click();
    await expect.element(crashed).toBeVisible();
    await expect.element(button('Load the page again')).toBeVisible();
    expect(reported()).toEqual([{ kind: 'crash', region: 'highlights', times: 2 }]);
  });

  it('of a host’s page leaves its title and the navigation', async () => {
    await showSite({
      at: `${EVENT_PATH}/moderate`,
      as: 'host',
      event: { moderationEnabled: true, pendingCount: 1 },
      answers: senseless('GET /api/events/{eventId}/media', [null]),
    });
    await expect.element(crashed).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Moderation Dashboard' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'My Events' })).toBeVisible();
    expect(reported()).toEqual([{ kind: 'crash', region: 'moderation', times: 1 }]);
  });

  it('is left by choosing something else in it', async () => {
    const { client } = await showGallery();
    await expect.element(photo(3)).toBeVisible();
    await client.cancelQueries();
    fakeApi(senseless('GET /api/events/{eventId}/media', [{ id: 'med_1', width: 4, height: 3 }]));
    await page.getByRole('tab', { name: 'Top Voted' }).click();
    await expect.element(crashed).toBeVisible();
    await page.getByRole('tab').first().click();
    await expect.element(photo(3)).toBeVisible();
    await expect.element(crashed).not.toBeInTheDocument();
  });

  it('closes with a toast if it is a dialog', async () => {
    await showGallery(senseless('GET /api/events/{eventId}/archive', new Promise<never>(() => {})));
    await expect.element(photo(2)).toBeVisible();
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementationOnce(() => {
      throw new Error('It has crashed.');
    });
    await button('Download All').click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Error' }))
      .toMatchTextContent('Something went wrong here. Please try again.');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(photo(2)).toBeVisible();
    expect(reported()).toEqual([{ kind: 'crash', region: 'dialog', times: 1 }]);
  });

  it('closes with a toast if it is the lightbox, and leaves its address', async () => {
    const { address } = await showGallery();
    await expect.element(photo(2)).toBeVisible();
    vi.spyOn(HTMLElement.prototype, 'showPopover').mockImplementationOnce(() => {
      throw new Error('It has crashed.');
    });
    await pressEnterOn(photo(2));
    await expect
      .element(page.getByRole('alert').filter({ hasText: /./ }).first())
      .toMatchTextContent('The photo did not come');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(address).toBe(EVENT_PATH);
    expect(reported()).toEqual([{ kind: 'crash', region: 'lightbox', times: 1 }]);
  });
});
