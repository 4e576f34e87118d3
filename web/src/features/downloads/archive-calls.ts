import type { ArchiveSizes, ArchiveView } from '../../../../shared/contract/downloads.ts';
import type { PhotoSize } from '../../../../shared/values/photo-sizes.ts';
import { call, respond } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';

export type ArchiveInput = { eventId: string; guest: GuestFields };

/** What an archive that is made now would be, in either size of photos. */
export const measureArchive = (
  { eventId, guest }: ArchiveInput,
  signal: AbortSignal,
): Promise<ArchiveSizes> =>
  call('GET /api/events/{eventId}/archive', { params: { eventId }, query: guest, signal });

/** Starts an archive of the gallery as it is now, or finds the one in progress. */
export const startArchive = async (
  { eventId, guest }: ArchiveInput,
  photos: PhotoSize,
  signal: AbortSignal,
) =>
  readArchive(
    await respond('POST /api/events/{eventId}/archive', {
      params: { eventId },
      body: { ...guest, photos },
      signal,
    }),
    Date.now(),
  );

/** How far an archive is, with a fresh URL. */
export const getArchive = async (
  { eventId, guest }: ArchiveInput,
  archiveId: string,
  signal?: AbortSignal,
): Promise<ArchiveView> =>
  readArchive(
    await respond('GET /api/events/{eventId}/archive/{archiveId}', {
      params: { eventId, archiveId },
      query: guest,
      ...(signal && { signal }),
    }),
    Date.now(),
  );

/** What the release before, which may run beside this one, does not answer. */
type Since = 'asOf' | 'itemsSince' | 'newerFrom' | 'ownPending' | 'setAside' | 'photoSize' | 'making';
type Answer = Omit<ArchiveView, Since> & Partial<Pick<ArchiveView, Since>>;

/**
 * An answered archive, with its times by the browser's clock, which may be wrong by hours.
 * @param nowMs by that clock, when the answer came
 */
export async function readArchive(response: Response, nowMs: number): Promise<ArchiveView> {
  const answer = (await response.json()) as Answer;
  const { asOf = null, itemsSince = 0, newerFrom = null, ownPending = 0, setAside = 0 } = answer;
  const { photoSize = 'full', making = null } = answer;
  const sentMs = Date.parse(response.headers.get('date') ?? '');
  // The header has whole seconds.
  const aheadMs = Number.isNaN(sentMs) ? 0 : Math.floor((nowMs - sentMs) / 1000) * 1000;
  const byBrowser = (instant: string | null) =>
    instant === null ? null : new Date(Date.parse(instant) + aheadMs).toISOString();
  const times = { asOf: byBrowser(asOf), newerFrom: byBrowser(newerFrom) };
  return { ...answer, itemsSince, ownPending, setAside, photoSize, making, ...times };
}
