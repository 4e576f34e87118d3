import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef } from 'react';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import { type Gallery, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { Highlights, type HighlightsHandle } from '../features/highlights/highlights.tsx';
import { highlightsQuery } from '../features/highlights/queries.ts';
import { patientLazy } from '../lib/patient-lazy.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast-store.ts';
import { useItemActs } from './gallery-item-acts.tsx';
import type { Viewer } from './gallery-viewer.ts';

const loadLightbox = () => import('./gallery-lightbox.tsx');
const GalleryLightbox = lazy(loadLightbox);
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

  const opened = useRef(() => {});
  const open = async (item: MediaView, frame: HTMLElement) => {
    const { growInto } = await loadLightbox();
    growInto(frame, () => {
      shown.show(item);
      return new Promise((resolve) => {
        opened.current = resolve;
      });
    });
  };
  // All that was picked is gone: for the owner there is something to do about it.
  if (data?.length === 0 && !viewer.isOwner) return <span data-shelf="none" />;
  return (
    <>
      <Highlights
        ref={strip}
        items={data}
        failure={isError && !data && <Button onClick={() => void refetch()}>Try again</Button>}
        action={viewer.isOwner && <RegenerateButton eventId={event.id} />}
        onOpen={(item, frame) => {
          open(item, frame).catch(() => toast({ title: 'The photo did not come' }, 'bad'));
        }}
        onBroken={renew}
      />
      <Suspense>
        {shown.isOpen && (
          <GalleryLightbox
            {...{ event, viewer, shown }}
            gallery={list}
            sortBy="uploadedAt"
            onOpened={() => opened.current()}
            onClosed={(index) => strip.current?.reveal(index)}
            slots={{ ...acts, renew, captionOf: ({ id }) => items.find((item) => item.id === id)?.reason }}
          />
        )}
      </Suspense>
      {deletion((item) => shown.showNeighbourOf(item))}
    </>
  );
}
