import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaStatus, MediaView } from '../../shared/contract/entities.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { sampleEvent, sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, showSite } from './show-site.tsx';

// A host who goes back to the gallery before the answer to what they have pressed.

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const pendingTiles = () => page.getByRole('main').getByText('Pending Approval', { exact: true });
/** As Back does, whatever dialog is open. */
const goBack = () => (page.getByRole('link', { name: 'Back to Gallery' }).element() as HTMLElement).click();
const tiles = () => page.getByRole('link', { name: /^Photo \d+$/ });

/** Shows the gallery of an event with three pending photos, and answers decisions when it is told to. */
async function showGallery() {
  const known = new Map(sampleMediaList(3, { status: 'pending' }).map((item) => [item.id, item]));
  const all = (status?: string) => [...known.values()].filter((item) => !status || item.status === status);
  let answer = Promise.withResolvers<void>();
  const decide = async (id: string, decided: MediaView | undefined) => {
    await answer.promise;
    if (decided) known.set(id, decided);
    else known.delete(id);
  };
  await showSite({
    at: EVENT_PATH,
    as: 'host',
    answers: {
      'GET /api/events/{eventId}': () =>
        sampleEvent({
          role: 'owner',
          moderationEnabled: true,
          mediaCount: all().length,
          pendingCount: all('pending').length,
        }),
      'GET /api/events/{eventId}/media': ({ query }) => all(query['status']),
      'PUT /api/media/{mediaId}/moderate': async ({ path, body }) => {
        const id = path.split('/')[3] ?? '';
        const decided = { ...(known.get(id) as MediaView), ...(body as { status: MediaStatus }) };
        await decide(id, decided);
        return decided;
      },
      'DELETE /api/events/{eventId}/media/{mediaId}': async ({ path }) => {
        await decide(path.split('/').at(-1) ?? '', undefined);
        return undefined;
      },
    },
  });
  return () => {
    answer.resolve();
    answer = Promise.withResolvers<void>();
  };
}

it('sees a tile approved, and one gone', async () => {
  const release = await showGallery();
  await expect.element(pendingTiles().nth(2)).toBeVisible();
  await page.getByRole('link', { name: 'Moderate Content (3)' }).click();
  await button('Approve IMG_3.jpg').click();
  goBack();
  await expect.poll(() => pendingTiles().all()).toHaveLength(3);
  release();
  await expect.poll(() => pendingTiles().all()).toHaveLength(2);
  expect(tiles().all()).toHaveLength(3);

  await page.getByRole('link', { name: 'Moderate Content (2)' }).click();
  await button('Delete IMG_2.jpg').click();
  await button('Delete').click();
  goBack();
  await expect.poll(() => tiles().all()).toHaveLength(3);
  release();
  await expect.poll(() => tiles().all()).toHaveLength(2);
  await expect.poll(() => pendingTiles().all()).toHaveLength(1);
});
