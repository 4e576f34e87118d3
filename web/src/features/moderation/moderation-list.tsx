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
  /** Above the cards, if there are any. `isListed` once they are there. */
  renderHeader: (isListed: boolean) => ReactNode;
  /** Shown if there are none. */
  empty: ReactNode;
};

/** All items of one status as cards. The focus moves to the next card when one is decided on. */
export function ModerationList({ label, ...props }: ModerationListProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(mediaByStatusQuery(props.eventId, props.status, props.by));
  const remove = useMutation(deleteItem(client));
  const [deleting, setDeleting] = useState<MediaView>();
  const focusProps = useRestoreFocus();
  const isLooking = useSkipEmptyPages(query);
  const items = query.data?.pages.flatMap((page) => page.items);
  const isEmpty = items?.length === 0;
  return (
    <section {...focusProps} className={styles.list} aria-label={label}>
      {(query.isPending || (isLooking && isEmpty)) && <CardsSkeleton {...props} />}
      {query.isError && !items && (
        <EmptyState
          title="The list did not come"
          action={<Button onClick={() => void query.refetch()}>Try again</Button>}
        />
      )}
      {isEmpty && !query.hasNextPage && props.empty}
      {items && !isEmpty && (
        <>
          {props.renderHeader(true)}
          <ul className={styles.cards}>
            {items.map((item) => (
              <Card
                key={item.id}
                item={item}
                onDelete={props.isCoHosts ? undefined : () => setDeleting(item)}
              />
            ))}
          </ul>
        </>
      )}
      {items && !isLooking && <ShowMore list={query} className={styles.more} />}
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
function CardsSkeleton({ renderHeader, expected }: Pick<ModerationListProps, 'renderHeader' | 'expected'>) {
  if (expected === 0) return null;
  return (
    <>
      {renderHeader(false)}
      <div className={styles.cards} aria-busy="true">
        {[1, 2, 3, 4].slice(0, expected).map((key) => (
          <Skeleton key={key} width="100%" aspectRatio="4 / 4.6" />
        ))}
      </div>
    </>
  );
}
