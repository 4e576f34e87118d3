import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { itemsOf } from '../../changes/media-pages.ts';
import { contributionsQuery } from '../../features/contributions/queries.ts';
import { useFreshUploads } from '../../features/gallery/use-fresh-uploads.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { sentItems } from '../../features/uploads/outcome-of-uploads.ts';
import type { useUploadJobs } from '../../features/uploads/use-uploads.ts';
import type { GuestFields } from '../../lib/query-keys.ts';

type SentItemsInput = { gallery: Gallery; eventId: string; guest: GuestFields };

/**
 * The items that this page's uploads have become. The gallery has them, unless it is at other items or in another order:
 * what it lacks is read from the viewer's own uploads, and again until it has been prepared.
 */
export function useSentItems(
  jobs: ReturnType<typeof useUploadJobs>,
  { gallery, eventId, guest }: SentItemsInput,
): MediaView[] {
  const { ids, isOver } = useMemo(() => sentItems(jobs), [jobs]);
  const shown = gallery.items.filter(({ id, isOwn }) => isOwn && ids.has(id));
  const { data, refetch } = useInfiniteQuery({
    ...contributionsQuery({ eventId, of: 'mine', guest }),
    enabled: isOver && shown.length < ids.size,
  });
  const others = itemsOf(data?.pages ?? []).filter(
    ({ id }) => ids.has(id) && !shown.some((item) => item.id === id),
  );
  useFreshUploads(
    others,
    useCallback(async () => void (await refetch()), [refetch]),
  );
  return [...shown, ...others];
}
