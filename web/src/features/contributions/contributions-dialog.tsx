import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { itemsOf } from '../../changes/media-pages.ts';
import { messageOf } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { uploaderLabel } from '../../lib/uploader.ts';
import { useSkipEmptyPages } from '../../lib/use-skip-empty-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContributionsList } from './contributions-list.tsx';
import styles from './contributions.module.css';
import { type ContributionsInput, contributionsQuery } from './queries.ts';
import { useChosen } from './use-chosen.ts';

type ContributionsDialogProps = {
  eventId: string;
  /** `mine`, or for the owner the id of somebody else. */
  of: string;
  viewer: {
    readonly guest: GuestFields;
    readonly isHost: boolean;
    readonly downloadHref: (mediaId: string) => string;
  };
  onClose: () => void;
  /** Asks whether items shall be deleted, and deletes them. */
  deletion: (items: readonly MediaView[], onClose: () => void) => ReactNode;
};

/** What the viewer, or for the owner somebody else, has uploaded and what became of it, to delete one or several. */
export default function ContributionsDialog(props: ContributionsDialogProps) {
  const { eventId, of, viewer, onClose, deletion } = props;
  const { guest, isHost, downloadHref } = viewer;
  const query = useContributions({ eventId, of, guest });
  const items = itemsOf(query.data?.pages ?? []);
  const selection = useChosen(items);
  const [asking, setAsking] = useState<readonly MediaView[]>();
  const count = selection.chosen.length;
  return (
    <Dialog
      title={of === 'mine' ? 'Your Uploads' : <PersonsTitle items={items} />}
      onClose={onClose}
      footer={
        items.length > 0 && (
          <Button
            variant={count > 0 ? 'danger' : 'plain'}
            // Not `disabled`, which would drop the focus once what was chosen is gone.
            aria-disabled={count === 0 || undefined}
            onClick={count > 0 ? () => setAsking(selection.chosen) : undefined}
          >
            Delete {count} file(s)
          </Button>
        )
      }
    >
      <Uploads
        emptyText={
          of === 'mine' ? 'What you add to this event is listed here.' : 'They have nothing in this event.'
        }
        {...{ query, items, selection, downloadHref }}
        isHost={isHost}
        isLocked={asking !== undefined}
      />
      {asking && deletion(asking, () => setAsking(undefined))}
    </Dialog>
  );
}

const useContributions = (input: ContributionsInput) => useInfiniteQuery(contributionsQuery(input));

type UploadsProps = Omit<ComponentProps<typeof ContributionsList>, 'hasMore' | 'children'> & {
  query: ReturnType<typeof useContributions>;
  emptyText: string;
};

/** The rows, or why there are none. */
function Uploads({ query, emptyText, ...list }: UploadsProps) {
  const isLooking = useSkipEmptyPages(query);
  if (list.items.length > 0) {
    return (
      <ContributionsList {...list} hasMore={query.hasNextPage}>
        {!isLooking && <ShowMore list={query} className={styles.more} />}
      </ContributionsList>
    );
  }
  if (query.isError) {
    return (
      <EmptyState
        title="The list did not come"
        text={messageOf(query.error, 'The network may be slow.')}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    );
  }
  if (query.isPending || isLooking) return <RowsSkeleton />;
  return <EmptyState title="No uploads yet" text={emptyText} />;
}

/** The name is known once something of theirs is. */
function PersonsTitle({ items }: { items: readonly MediaView[] }) {
  const [first] = items;
  if (!first) return 'Uploads';
  return (
    <>
      Uploads by <bdi>{uploaderLabel(first)}</bdi>
    </>
  );
}

function RowsSkeleton() {
  return (
    <div className={styles.loading} aria-busy="true">
      {[1, 2, 3, 4].map((key) => (
        <Skeleton key={key} width="100%" height={64} />
      ))}
    </div>
  );
}
