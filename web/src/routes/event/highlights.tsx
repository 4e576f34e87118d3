import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { useRenewSignedUrls } from '../../features/gallery/use-gallery-media.ts';
import { useLightboxRoute } from '../../features/gallery/use-lightbox-route.ts';
import { HighlightsStrip, type HighlightsStripHandle } from '../../features/highlights/highlights-strip.tsx';
import { highlightsQuery } from '../../features/highlights/queries.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { Button } from '../../ui/button.tsx';
import { useItemActions } from './item-actions.tsx';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { LazyLightbox, useOpenLightbox } from './lazy-lightbox.tsx';

const RegenerateButton = lazyWithRetry(() => import('../../features/highlights/regenerate-button.tsx'));

type EventHighlightsProps = {
  event: EventView;
  viewer: Viewer;
  /** False while the viewer is unknown. */
  isEnabled: boolean;
};

/** The highlights strip and its lightbox. */
export default function EventHighlights(props: EventHighlightsProps) {
  const { event, viewer, isEnabled } = props;
  const strip = useRef<HighlightsStripHandle>(null);
  const { data, isError, isSuccess, isFetching, refetch } = useQuery({
    ...highlightsQuery({ eventId: event.id, guest: viewer.guest }),
    enabled: isEnabled,
    // Becoming a guest changes the query key, but not what is on the screen.
    placeholderData: (last) => last,
  });
  const items = data ?? [];
  const paging = { hasNextPage: false, isFetchNextPageError: false, fetchNextPage: () => {} };
  const list = { items, query: { ...paging, isFetching, isSuccess } };
  const route = useLightboxRoute(list, 'highlight');
  const { actions, deletion, registration } = useItemActions({ viewer });
  const renew = useRenewSignedUrls(useCallback(async () => void (await refetch()), [refetch]));

  const { open, onOpened } = useOpenLightbox(route);
  // All picked photos were deleted: only hosts still get the strip, to regenerate it.
  const hasStrip = event.highlightCount > 0 && (data?.length !== 0 || viewer.isHost);
  return (
    <>
      {hasStrip ? (
        <HighlightsStrip
          ref={strip}
          items={data}
          failure={isError && !data && <Button onClick={() => void refetch()}>Try again</Button>}
          action={viewer.isHost && <RegenerateButton eventId={event.id} />}
          onOpen={open}
          onBroken={renew}
        />
      ) : (
        <span data-shelf="none" />
      )}
      {route.isOpen && (
        <LazyLightbox
          {...{ event, viewer, route, onOpened }}
          gallery={list}
          sortBy="uploadedAt"
          onClosed={(index) => strip.current?.reveal(index)}
          slots={{ ...actions, renew, captionOf: ({ id }) => items.find((item) => item.id === id)?.reason }}
        />
      )}
      {registration}
      {deletion((item) => route.showNeighbourOf(item))}
    </>
  );
}
