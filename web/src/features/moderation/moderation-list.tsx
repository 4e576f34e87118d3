import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { useSkipEmptyPages } from '../../lib/use-skip-empty-pages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { type Decision, deleteItem, moderateItem } from './actions.ts';
import { ModerationCard } from './moderation-card.tsx';
import styles from './moderation-list.module.css';
import { mediaByStatusQuery } from './queries.ts';

type ModerationListProps = {
  eventId: string;
  status: 'pending' | 'rejected';
  /** Only what the person with this id has uploaded. */
  by?: string;
  /** Whether a co-host looks, who deletes nothing of others. */
  isCoHosts?: boolean;
  /** Name of the list for screen readers. */
  label: string;
  /** Expected number of items, for the skeletons. */
  expected: number;
  /** Above the cards, if there are any, and before they are there. `isListed` once they are. */
  renderHeader: (isListed: boolean) => ReactNode;
  /** Shown if there are none. */
  empty: ReactNode;
};

/** The items read so far, and whether any may still come where there is none. */
function useListedItems({ eventId, status, by }: ModerationListProps) {
  const list = useInfiniteQuery(mediaByStatusQuery(eventId, status, by));
  const isLooking = useSkipEmptyPages(list);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const hasCards = items.length > 0;
  return { list, isLooking, items, hasCards, isAwaited: list.isPending || (isLooking && !hasCards) };
}

/** All items of one status as cards. The focus moves to the next card when one is decided on. */
export function ModerationList(props: ModerationListProps) {
  const { list, isLooking, items, hasCards, isAwaited } = useListedItems(props);
  const remove = useMutation(deleteItem(useQueryClient()));
  const [deleting, setDeleting] = useState<MediaView>();
  const focusProps = useRestoreFocus();
  return (
    <section {...focusProps} className={styles.list} aria-label={props.label}>
      {/* In one place, as its buttons may be pressed while the cards come. */}
      {(hasCards || (isAwaited && props.expected > 0)) && props.renderHeader(hasCards)}
      {isAwaited && <CardsSkeleton expected={props.expected} />}
      {list.isLoadingError && (
        <EmptyState
          title="The list did not come"
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      )}
      {hasCards && (
        <ul className={styles.cards}>
          {items.map((item) => (
            <Card
              key={item.id}
              item={item}
              onDelete={props.isCoHosts ? undefined : () => setDeleting(item)}
            />
          ))}
        </ul>
      )}
      {list.data && !hasCards && !list.hasNextPage && props.empty}
      {list.data && !isLooking && <ShowMore list={list} className={styles.more} />}
      {deleting && (
        <ConfirmDialog
          title="Delete Media"
          text="Are you sure you want to permanently delete this media file? This action cannot be undone."
          confirm="Delete"
          confirming="Deleting..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(deleting, { onSettled: () => setDeleting(undefined) })}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </section>
  );
}

/** A card that waits for its own decision, however many others are decided on meanwhile. */
function Card({ item, onDelete }: Pick<ComponentProps<typeof ModerationCard>, 'item' | 'onDelete'>) {
  const { mutate, isPending } = useMutation(moderateItem(useQueryClient()));
  const onDecide = (status: Decision) => mutate({ item, status });
  return <ModerationCard {...{ item, isPending, onDecide, onDelete }} />;
}

/** Shown while the cards are loading. */
function CardsSkeleton({ expected }: Pick<ModerationListProps, 'expected'>) {
  if (expected === 0) return null;
  return (
    <div className={styles.cards} aria-busy="true">
      {[1, 2, 3, 4].slice(0, expected).map((key) => (
        <Skeleton key={key} width="100%" aspectRatio="4 / 4.6" />
      ))}
    </div>
  );
}
