import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView, Role } from '../../shared/contract/entities.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectToast } from './expect-toast.ts';
import { recordCloseRequests } from './close-requests.ts';
import { type Answers, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleHighlight, sampleMediaList, sampleUser } from './sample-views.ts';
import { problem, withShareSheet } from './share-sheet.ts';
import { showEvent } from './show-event.tsx';

// Choosing photos in the gallery, and what can be done with those that are chosen.

const LIST = 'GET /api/events/{eventId}/media';
const DELETE = 'DELETE /api/events/{eventId}/media/{mediaId}';
const MODERATE = 'PUT /api/media/{mediaId}/moderate';

beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  toastStore.dismiss();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tile = (position: number) => page.getByRole('link', { name: `Photo ${position}`, exact: true });
const choice = (position: number) => page.getByRole('checkbox', { name: `Photo ${position}`, exact: true });
const bar = page.getByRole('region', { name: 'Selection' });
const text = (words: string) => page.getByText(words, { exact: true });

/** Shows a gallery of four photos, which change as the calls say. */
async function showGallery({ role = 'owner', answers = {} }: { role?: Role; answers?: Answers } = {}) {
  let items = sampleMediaList(4).map((item, index) =>
    index === 0 ? { ...item, status: 'pending' as const } : item,
  );
  const isOf = (path: string) => (item: MediaView) => path.includes(item.id);
  const shown = await showEvent(
    sampleEvent({
      mediaCount: 4,
      role,
      ...(role !== 'owner' && { createdBy: 'usr_x' }),
      ...(role !== 'participant' && { moderationEnabled: true, pendingCount: 1 }),
    }),
    {
      user: sampleUser(),
      more: {
        [LIST]: () => items,
        [DELETE]: ({ path }) => {
          items = items.filter((item) => !isOf(path)(item));
          return undefined;
        },
        [MODERATE]: ({ path, body }) => {
          const decided = {
            ...(items.find(isOf(path)) as MediaView),
            ...(body as { status: 'approved' }),
            moderatedAt: '2026-06-21T10:00:00.000Z',
          };
          items = items.map((item) => (item.id === decided.id ? decided : item));
          return decided;
        },
        ...answers,
      },
    },
  );
  await expect.element(tile(1)).toBeVisible();
  return shown;
}

async function select(...positions: number[]) {
  await button('Select').click();
  await expect.element(bar).toBeVisible();
  for (const position of positions) await choice(position).click();
}

describe('choosing', () => {
  it('begins with a button, and takes tiles one by one', async () => {
    const { address } = await showGallery();
    await select();
    await expect.element(text('Select photos')).toBeVisible();
    await expect.element(button('Select')).toHaveAttribute('aria-pressed', 'true');
    await choice(2).click();
    await choice(3).click();
    await expect.element(text('2 selected')).toBeVisible();
    await expect.element(choice(2)).toBeChecked();
    await expect.element(choice(1)).not.toBeChecked();
    // The large view stays closed.
    expect(address()).toBe(`/event/${EVENT_ID}`);
    await expectNoViolations();
    await choice(2).click();
    await expect.element(text('1 selected')).toBeVisible();
  });

  it('ends with Cancel, with Escape and with the button', async () => {
    await showGallery();
    await select(2);
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tile(2)).toBeVisible();
    await expect.element(button('Select')).toHaveFocus();
    await select();
    await expect.element(text('Select photos')).toBeVisible();
    choice(2).element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tile(2)).toHaveFocus();
    await select();
    await button('Select').click();
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('ends with Back on a phone', async () => {
    const requestBack = recordCloseRequests();
    const { address } = await showGallery();
    expect(requestBack()).toBe(false);
    await select(2, 3);
    expect(requestBack()).toBe(true);
    await expect.element(bar).not.toBeInTheDocument();
    expect(address()).toBe(`/event/${EVENT_ID}`);
    // The next one is the browser's.
    expect(requestBack()).toBe(false);
  });

  it('leaves Back to a large view that is opened above it, and takes it again afterwards', async () => {
    const requestBack = recordCloseRequests();
    const event = sampleEvent({ mediaCount: 4, highlightCount: 1 });
    await showEvent(event, {
      user: sampleUser(),
      more: {
        [LIST]: () => sampleMediaList(4),
        'GET /api/events/{eventId}/highlights': () => [sampleHighlight()],
      },
    });
    await expect.element(tile(1)).toBeVisible();
    await select(2);
    await button('Highlight 1 of 1').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    // It is a dialog, which hears of requests to close by itself.
    expect(requestBack()).toBe(false);
    await expect.element(text('1 selected')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(bar).toBeVisible();
    await expect.poll(requestBack).toBe(true);
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('begins with a click with Ctrl or Shift, and goes on to a range with Shift', async () => {
    await page.viewport(1280, 800);
    const { address } = await showGallery();
    // The code comes with the mouse.
    await tile(4).hover();
    await expect
      .poll(async () => {
        await tile(2).click({ modifiers: ['ControlOrMeta'] });
        return bar.query();
      })
      .not.toBeNull();
    await expect.element(text('1 selected')).toBeVisible();
    await choice(4).click({ modifiers: ['Shift'] });
    await expect.element(text('3 selected')).toBeVisible();
    expect(address()).toBe(`/event/${EVENT_ID}`);
  });

  it('goes by arrow keys, and chooses on the way with Shift', async () => {
    await showGallery();
    await select();
    choice(1).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(choice(2)).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(choice(2)).toBeChecked();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect.element(choice(4)).toHaveFocus();
    await expect.element(text('3 selected')).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(choice(2)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(choice(4)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(choice(4)).toHaveFocus();
  });

  it('goes on with a finger whose first tile is scrolled away, until that is lifted', async () => {
    await showGallery({ answers: { [LIST]: () => sampleMediaList(60) } });
    await select();
    const first = choice(1).element();
    const touch = (type: string, at?: { x: number; y: number }) => {
      const touches = at ? [new Touch({ identifier: 1, target: first, clientX: at.x, clientY: at.y })] : [];
      // Browsers, too, send all of a touch to where it began.
      first.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
    };
    const { x, y } = first.getBoundingClientRect();
    touch('touchstart', { x: x + 20, y: y + 20 });
    await expect.element(text('1 selected')).toBeVisible();
    const middle = { x: 100, y: 400 };
    const tileThere = () => document.elementFromPoint(middle.x, middle.y)?.closest('[data-index]');
    const numberThere = () => Number(tileThere()?.getAttribute('data-index')) + 1;
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    await expect.poll(() => first.isConnected).toBe(false);
    await expect.poll(numberThere).toBeGreaterThan(20);
    touch('touchmove', middle);
    const selected = `${numberThere()} selected`;
    await expect.element(text(selected)).toBeVisible();
    touch('touchend');
    scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' });
    await expect.poll(() => `${numberThere()} selected`).not.toBe(selected);
    touch('touchmove', middle);
    await expect.element(text(selected)).toBeVisible();
  });

  it('leaves the large view where it was', async () => {
    const { address } = await showGallery();
    await select(1);
    await button('Select').click();
    await tile(2).click();
    await expect.poll(address).toBe(`/event/${EVENT_ID}?media=med_2`);
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe(`/event/${EVENT_ID}`);
  });
});

describe('what is chosen', () => {
  it('is deleted after a question with its number', async () => {
    const { sent } = await showGallery();
    await select(2, 3);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect
      .element(page.getByRole('alertdialog', { name: 'Delete Media' }))
      .toHaveAccessibleDescription(
        'Are you sure you want to delete these 2 media files? This action cannot be undone.',
      );
    await userEvent.keyboard('{Escape}');
    await expect.element(text('2 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast('Media Deleted', '2 files');
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tile(3)).not.toBeInTheDocument();
    await expect.element(button('Select')).toHaveFocus();
    const deleted = sent.filter(({ name }) => name === DELETE).map(({ path }) => path.split('/').at(-1));
    expect(deleted).toEqual(['med_2', 'med_3']);
  });

  it('stays chosen as far as it could not be deleted', async () => {
    await showGallery({
      answers: {
        [DELETE]: ({ path }) =>
          path.endsWith('med_2') ? new Refusal(500, { message: 'The table is down.' }) : undefined,
      },
    });
    await select(2, 3);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast('Delete Failed', 'Deleted 1 of 2 files. The table is down.');
    await expect.element(text('1 selected')).toBeVisible();
  });

  it('is approved as far as it waits', async () => {
    const { sent } = await showGallery();
    await select(2);
    await expect
      .element(bar.getByRole('button', { name: 'Approve' }))
      .toHaveAttribute('aria-disabled', 'true');
    await choice(1).click();
    await bar.getByRole('button', { name: 'Approve' }).click();
    await expectToast('Media Approved');
    await expect.element(page.getByText('Pending Approval')).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
    expect(sent.filter(({ name }) => name === MODERATE).map(({ path }) => path)).toEqual([
      '/api/media/med_1/moderate',
    ]);
  });

  it('is rejected, and leaves the gallery', async () => {
    await showGallery();
    await select(1, 2, 3);
    await bar.getByRole('button', { name: 'Reject' }).click();
    await expectToast('Media Rejected', '3 files');
    await expect.element(tile(1)).toBeVisible();
    await expect.element(tile(2)).not.toBeInTheDocument();
  });

  it('stays chosen if it could not be decided on', async () => {
    const forbidden = "You don't have permission to moderate this content.";
    const failures = [
      [NO_NETWORK, 'Error', 'Failed to moderate media. Please try again.'],
      [new Refusal(401), 'Unauthorized', forbidden],
      // A co-host who was dismissed meanwhile.
      [new Refusal(403), 'Unauthorized', forbidden],
    ] as const;
    let answer: (typeof failures)[number][0] = NO_NETWORK;
    const { sent } = await showGallery({ answers: { [MODERATE]: () => answer } });
    await select(1, 2);
    for (const [at, [failure, title, why]] of failures.entries()) {
      answer = failure;
      await bar.getByRole('button', { name: 'Reject' }).click();
      await expectToast(title, why);
      await expect.element(text('2 selected')).toBeVisible();
      // The others would have failed as well.
      expect(sent.filter(({ name }) => name === MODERATE)).toHaveLength(at + 1);
    }
  });

  it('can only be downloaded by others', async () => {
    await showGallery({ role: 'participant' });
    await select(1);
    await expect.element(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect.element(bar.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await expect.element(bar.getByRole('button', { name: 'Reject' })).not.toBeInTheDocument();
  });

  it('can be decided on by co-hosts, who delete nothing', async () => {
    await showGallery({ role: 'co-host' });
    await select(1);
    await expect.element(bar.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect.element(bar.getByRole('button', { name: 'Reject' })).toBeVisible();
    await expect.element(bar.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });
});

describe('downloading', () => {
  /** The files of downloads, and everything else by `answers`. */
  function fakeFiles(respond: (mediaId: string) => Promise<Response>) {
    const api = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
      const id = /\/api\/media\/(\w+)\/download/.exec(address)?.[1];
      return id ? respond(id) : api(address, init);
    });
  }
  const fileOf = (id: string) =>
    new Response(new Uint8Array(10), {
      headers: {
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename*=UTF-8''${id}.jpg`,
      },
    });
  const downloads: string[] = [];
  beforeEach(() => {
    downloads.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
  });

  it('gets one file after the other, says how far it is, and can be stopped', async () => {
    await showGallery();
    const held = Promise.withResolvers<void>();
    fakeFiles(async (id) => {
      if (id === 'med_3') await held.promise;
      return fileOf(id);
    });
    await select(2, 3, 4);
    await bar.getByRole('button', { name: 'Download' }).click();
    await expect.element(bar.getByText('Getting 2 of 3…')).toBeVisible();
    expect(downloads).toEqual(['med_2.jpg']);
    await bar.getByRole('button', { name: 'Stop' }).click();
    await expect.element(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    held.resolve();
    await bar.getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => downloads).toEqual(['med_2.jpg', 'med_2.jpg', 'med_3.jpg', 'med_4.jpg']);
    await expect.element(text('3 selected')).toBeVisible();
  });

  it('keeps the focus of the keyboard while it goes on and afterwards', async () => {
    await showGallery();
    const held = Promise.withResolvers<void>();
    fakeFiles(async (id) => {
      await held.promise;
      return fileOf(id);
    });
    await select(2);
    const focused = () => bar.element().contains(document.activeElement);
    bar.getByRole('button', { name: 'Download' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar.getByText('Getting 1 of 1…')).toBeVisible();
    expect(focused()).toBe(true);
    await userEvent.keyboard('{Tab}');
    await expect.element(bar.getByRole('button', { name: 'Stop' })).toHaveFocus();
    held.resolve();
    await expect.element(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(focused()).toBe(true);
    await userEvent.keyboard('{Tab}');
    await expect.element(bar.getByRole('button', { name: 'Download' })).toHaveFocus();
  });

  it('says what did not come', async () => {
    await showGallery();
    fakeFiles(async (id) => (id === 'med_2' ? new Response('', { status: 500 }) : fileOf(id)));
    await select(2, 3);
    await bar.getByRole('button', { name: 'Download' }).click();
    await expectToast('Download Failed', '1 of 2 files did not come. Please try again.');
    expect(downloads).toEqual(['med_3.jpg']);
  });

  it('hands files to a phone’s share sheet together, on another press where the browser wants one', async () => {
    const real = globalThis.matchMedia.bind(globalThis);
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? ({ matches: true } as MediaQueryList) : real(query),
    );
    const { share } = withShareSheet();
    share.mockImplementationOnce(() => problem('NotAllowedError'));
    await showGallery();
    fakeFiles(async (id) => fileOf(id));
    await select(2, 3);
    await bar.getByRole('button', { name: 'Download' }).click();
    await bar.getByRole('button', { name: 'Ready – tap to save 2' }).click();
    await expect.element(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(share.mock.calls.map(([{ files = [] }]) => files.map(({ name }) => name))).toEqual([
      ['med_2.jpg', 'med_3.jpg'],
      ['med_2.jpg', 'med_3.jpg'],
    ]);
    expect(downloads).toEqual([]);
  });
});
