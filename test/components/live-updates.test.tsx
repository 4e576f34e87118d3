import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mediaQuery } from '../../web/src/features/gallery/queries.ts';
import { NO_GUEST } from '../../web/src/lib/query-keys.ts';
import EventLiveUpdates from '../../web/src/routes/event/live-updates.tsx';
import { fakeApi } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMediaList } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => vi.unstubAllGlobals());

it('photos that have arrived are announced, and shown on request', async () => {
  let count = 2;
  fakeApi({
    'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: count }),
    // The newest come first.
    'GET /api/events/{eventId}/media': () => sampleMediaList(3).slice(3 - count),
  });
  const shown = vi.fn<() => void>();
  const { client } = await show(
    <EventLiveUpdates
      event={sampleEvent({ mediaCount: count })}
      viewer={{ guest: NO_GUEST, isHost: false }}
      onShown={shown}
    />,
  );
  await client.fetchInfiniteQuery(mediaQuery({ eventId: EVENT_ID, sortBy: 'uploadedAt', guest: NO_GUEST }));
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  count = 3;
  // The page is looked at again.
  window.dispatchEvent(new Event('visibilitychange'));
  await page.getByRole('button', { name: '1 new photo' }).click();
  expect(shown).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
