import { messageOf } from '../lib/call.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './show-more.module.css';

type ShowMoreProps = {
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  wide?: boolean;
  className?: string;
};

/** A button that loads a list's next page, if there is one, and says so if that did not come. */
export function ShowMore({ list, wide, className }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  const isLost = list.isFetchNextPageError;
  return (
    <div className={classNames(styles.more, className)}>
      <output className={styles.lost}>
        {isLost &&
          !list.isFetchingNextPage &&
          messageOf(list.error, 'The rest did not come. The network may be slow.')}
      </output>
      <Button wide={wide} pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {isLost ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
