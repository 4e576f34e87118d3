import type { ReactNode } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { Checkbox } from '../../ui/choice-inputs.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { ContributionRow } from './contribution-row.tsx';
import styles from './contributions.module.css';
import type { useChosen } from './use-chosen.ts';

type ContributionsListProps = {
  items: readonly MediaView[];
  /** Whether there are more than are loaded. */
  hasMore: boolean;
  selection: ReturnType<typeof useChosen<MediaView>>;
  isHost: boolean;
  isLocked: boolean;
  downloadHref: (mediaId: string) => string;
  /** Below the rows. */
  children?: ReactNode;
};

/** The uploads as rows to choose from, one or all of them. */
export function ContributionsList(props: ContributionsListProps) {
  const { items, hasMore, selection, isLocked } = props;
  const focusProps = useRestoreFocus();
  return (
    <div {...focusProps} className={styles.list}>
      <div className={styles.head}>
        <output>
          {hasMore ? `${formatCount(items.length)}+ uploads` : pluralize(items.length, 'upload')}
        </output>
        {items.length > 1 && (
          <Checkbox
            label="Choose all"
            checked={selection.chosen.length === items.length}
            aria-disabled={isLocked || undefined}
            onChange={({ target }) => !isLocked && selection.chooseAll(target.checked)}
          />
        )}
      </div>
      <ul aria-label="Uploads">
        {items.map((item) => (
          <ContributionRow
            key={item.id}
            item={item}
            isHost={props.isHost}
            isChosen={selection.isChosen(item)}
            isLocked={isLocked}
            downloadHref={props.downloadHref(item.id)}
            onChoose={(isChosen) => selection.choose(item, isChosen)}
          />
        ))}
      </ul>
      {props.children}
    </div>
  );
}
