import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import { type Gallery, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { Highlights, type HighlightsHandle } from '../features/highlights/highlights.tsx';
import { highlightsQuery } from '../features/highlights/queries.ts';
import { patientLazy } from '../lib/patient-lazy.tsx';
import { Button } from '../ui/button.tsx';
import { useItemActs } from './gallery-item-acts.tsx';
import type { Viewer } from './gallery-viewer.ts';
import { LargeView, useOpening } from './large-view.tsx';

const RegenerateButton = patientLazy(() => import('../features/highlights/regenerate-button.tsx'));

type GalleryHighlightsProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  /** Whether it is known who asks. */
  isEnabled: boolean;
};

/** The event's picked photos, and the one of them that is shown large. */
export default function GalleryHighlights(props: GalleryHighlightsProps) {
  const { event, viewer, gallery, isEnabled } = props;
  const strip = useRef<HighlightsHandle>(null);
  const { data, isError, isSuccess, isFetching, refetch } = useQuery({
    ...highlightsQuery({ eventId: event.id, guest: viewer.guest }),
    enabled: isEnabled,
    // Becoming a guest changes the question, not what is on the screen.
    placeholderData: (last) => last,
  });
  const items = data ?? [];
  const list = { items, query: { hasNextPage: false, isFetching, isSuccess, fetchNextPage: () => {} } };
  const shown = useShownMedia(list, 'highlight');
  const { acts, deletion } = useItemActs({ eventId: event.id, viewer, gallery });
  const renew = useRenewal(useCallback(async () => void (await refetch()), [refetch]));

  const { open, onOpened } = useOpening(shown);
  // All that was picked is gone: for the owner there is something to do about it.
  if (data?.length === 0 && !viewer.isOwner) return <span data-shelf="none" />;
  return (
    <>
      <Highlights
        ref={strip}
        items={data}
        failure={isError && !data && <Button onClick={() => void refetch()}>Try again</Button>}
        action={viewer.isOwner && <RegenerateButton eventId={event.id} />}
        onOpen={open}
        onBroken={renew}
      />
      {shown.isOpen && (
        <LargeView
          {...{ event, viewer, shown, onOpened }}
          gallery={list}
          sortBy="uploadedAt"
          onClosed={(index) => strip.current?.reveal(index)}
          slots={{ ...acts, renew, captionOf: ({ id }) => items.find((item) => item.id === id)?.reason }}
        />
      )}
      {deletion((item) => shown.showNeighbourOf(item))}
    </>
  );
}
