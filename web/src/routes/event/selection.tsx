import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { EventView, MediaView } from '../../../../shared/contract/entities.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { canShare, shareFiles } from '../../ui/save-file.ts';
import { Choice } from '../../features/selection/choice.tsx';
import { type ChosenItems, createChosenItems } from '../../features/selection/chosen-items.ts';
import { DeleteItemsDialog } from '../../features/selection/delete-items-dialog.tsx';
import { watchGestures } from '../../features/selection/gestures.ts';
import { SelectionActions } from '../../features/selection/selection-actions.tsx';
import { SelectionBar } from '../../features/selection/selection-bar.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useBack } from '../../lib/use-back.ts';
import { preloadNextSteps } from './preload-next-steps.ts';
import { UPLOADS_PARAMETER } from './use-uploads-route.ts';

/** Whether tiles are being chosen: `true` until there is what lies over them. */
export type Selecting = boolean | { readonly cover: (item: MediaView, index: number) => ReactNode };

type EventSelectionProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Pick<Gallery, 'items'>;
  selecting: Selecting;
  onChange: (selecting: Selecting) => void;
};

/** Choosing tiles of the gallery, and what can be done with those that are chosen. */
export default function EventSelection({ event, viewer, gallery, selecting, onChange }: EventSelectionProps) {
  const { items } = gallery;
  const latest = useLatest({ items, selecting, onChange });
  const [chosen] = useState(() => createChosenItems(() => latest.current.items));
  useEffect(() => whenIdle(() => void preloadNextSteps().catch(() => {})), []);
  const begin = useCallback(() => {
    if (typeof latest.current.selecting === 'object') return;
    latest.current.onChange({ cover: choicesOf(chosen) });
  }, [latest, chosen]);
  useEffect(() => {
    if (selecting === true) begin();
  }, [selecting, begin]);
  useEffect(
    () =>
      watchGestures({
        isSelecting: () => latest.current.selecting !== false,
        onChoose: (index) => {
          begin();
          chosen.press(index);
        },
        onDragBegin: (index) => {
          begin();
          chosen.beginDrag(index);
        },
        onDrag: chosen.dragTo,
      }),
    [latest, begin, chosen],
  );
  if (selecting === false) return null;
  return <Selection {...{ event, viewer, items, chosen }} onEnd={() => onChange(false)} />;
}

const choicesOf = (chosen: ChosenItems) => (item: MediaView, index: number) => (
  <Choice {...{ item, index, chosen }} />
);

/** Query parameters of what lies over the gallery. */
const OPENED_BY = ['media', 'highlight', UPLOADS_PARAMETER];

const hasDialog = () => document.querySelector('dialog') !== null;

type SelectionProps = Pick<EventSelectionProps, 'event' | 'viewer'> & {
  items: readonly MediaView[];
  chosen: ChosenItems;
  onEnd: () => void;
};

function Selection({ event, viewer, items, chosen, onEnd }: SelectionProps) {
  const ids = useSyncExternalStore(chosen.subscribe, chosen.ids, chosen.ids);
  const chosenItems = items.filter(({ id }) => ids.has(id));
  const [deleting, setDeleting] = useState<readonly MediaView[]>();
  const isAsking = deleting !== undefined;
  useEffect(() => chosen.clear, [chosen]);
  // What is opened from here has an entry of its own in the history, and its code may still be on its way.
  const search = new URLSearchParams(useLocation().search);
  const isOnTop = !isAsking && !OPENED_BY.some((parameter) => search.has(parameter));
  useEscape(onEnd, isOnTop);
  useBack(isOnTop, onEnd, hasDialog);
  return (
    <>
      <SelectionBar count={chosenItems.length} onCancel={onEnd}>
        <SelectionActions
          items={chosenItems}
          isHost={viewer.isHost}
          files={{ hrefOf: viewer.downloadHref, canShare, shareFiles }}
          onDelete={viewer.isOwner ? () => setDeleting(chosenItems) : undefined}
          onDone={(done) => {
            chosen.drop(done.map(({ id }) => id));
            if (chosen.ids().size === 0) onEnd();
          }}
        />
      </SelectionBar>
      {deleting && (
        <DeleteItemsDialog
          items={deleting}
          eventId={event.id}
          guest={viewer.guest}
          onClose={(hasDeletedAll) => {
            setDeleting(undefined);
            if (hasDeletedAll) onEnd();
          }}
        />
      )}
    </>
  );
}

/** Escape ends it, unless a dialog is open. */
function useEscape(onEscape: () => void, isEnabled: boolean): void {
  const latest = useLatest(onEscape);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !hasDialog()) latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [latest, isEnabled]);
}
