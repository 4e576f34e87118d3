import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { itemsOf } from '../../changes/media-pages.ts';
import { hostPaths } from '../../lib/host-paths.ts';
import { pathOfUploads } from '../../lib/paths.ts';
import { uploaderLabel } from '../../lib/uploader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { mediaByStatusQuery } from './queries.ts';
import styles from './sender-filter.module.css';

type SenderFilterProps = {
  eventId: string;
  /** Whether the owner looks, who deletes what others have uploaded. */
  isOwner: boolean;
  /** The id of the person whose items are listed. */
  by: string;
};

/** Says that only one person's items are listed, who that is and how many there are, with the way back to all. */
export function SenderFilter({ eventId, isOwner, by }: SenderFilterProps) {
  const lists = [
    useInfiniteQuery(mediaByStatusQuery(eventId, 'pending', by)),
    useInfiniteQuery(mediaByStatusQuery(eventId, 'rejected', by)),
  ];
  const items = lists.flatMap(({ data }) => itemsOf(data?.pages ?? []));
  const hasMore = lists.some(({ hasNextPage }) => hasNextPage);
  const [first] = items;
  return (
    <div className={styles.filter}>
      <output>
        {first && (
          <>
            by <bdi>{uploaderLabel(first)}</bdi>, {formatCount(items.length)}
            {hasMore && '+'}
          </>
        )}
      </output>
      <span>
        {isOwner && (
          <ButtonLink variant="quiet" to={pathOfUploads(eventId, by)}>
            All their uploads
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to={hostPaths.moderate(eventId)}>
          Show everybody’s
        </ButtonLink>
      </span>
    </div>
  );
}
