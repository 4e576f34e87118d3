import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { deleteItem, moderateItem } from './actions.ts';
import { ModerationCard } from './moderation-card.tsx';
import styles from './moderation-list.module.css';
import { mediaByStatusQuery } from './queries.ts';

type ModerationListProps = {
  eventId: string;
  status: 'pending' | 'rejected';
  /** What it is, for screen readers. */
  label: string;
  /** How many there are as far as is known, before the list has come. */
  expected: number;
  /** What stands above the cards, where there are any. */
  header: ReactNode;
  /** What stands in their place. */
  empty: ReactNode;
};

/** All items of one status, each to be decided on, by keyboard one after the other. */
export function ModerationList({ label, ...props }: ModerationListProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(mediaByStatusQuery(props.eventId, props.status));
  const decide = useMutation(moderateItem(client));
  const remove = useMutation(deleteItem(client));
  const [deleting, setDeleting] = useState<MediaView>();
  const kept = useRestoreFocus();
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section {...kept} className={styles.list} aria-label={label}>
      {query.isPending && props.expected > 0 && <CardsSkeleton {...props} />}
      {query.isError && !items && (
        <EmptyState
          title="The list did not come"
          action={<Button onClick={() => void query.refetch()}>Try again</Button>}
        />
      )}
      {items?.length === 0 && props.empty}
      {items && items.length > 0 && (
        <>
          {props.header}
          <ul className={styles.cards}>
            {items.map((item) => (
              <ModerationCard
                key={item.id}
                item={item}
                isPending={decide.isPending && decide.variables.item.id === item.id}
                onDecide={(status) => decide.mutate({ item, status })}
                onDelete={() => setDeleting(item)}
              />
            ))}
          </ul>
          <ShowMore list={query} className={styles.more} />
        </>
      )}
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

/** The shape of the cards while they are on their way. */
function CardsSkeleton({ header, expected }: Pick<ModerationListProps, 'header' | 'expected'>) {
  return (
    <>
      {header}
      <div className={styles.cards} aria-busy="true">
        {[1, 2, 3, 4].slice(0, expected).map((key) => (
          <Skeleton key={key} width="100%" aspectRatio="4 / 4.6" />
        ))}
      </div>
    </>
  );
}
