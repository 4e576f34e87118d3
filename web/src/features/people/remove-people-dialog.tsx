import type { UseQueryResult } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { countOfPeople, type PeopleCount } from './remove-people.ts';

type RemovePeopleDialogProps = {
  title: string;
  counting: UseQueryResult<PeopleCount>;
  /** How many were to be removed when it began, and how many are; absent before that. */
  progress: { of: number; done: number } | undefined;
  /** What the host is asked, once the people are counted. */
  questionOf: (count: PeopleCount) => string;
  /** Said as long as nothing is counted. */
  uncounted?: string | undefined;
  onStart: (count: PeopleCount) => void;
  onClose: () => void;
  /** What the host can choose before they are removed. */
  children?: ReactNode;
};

/** Asks whether many people shall go, says how many they are, and how far it is. */
export function RemovePeopleDialog(props: RemovePeopleDialogProps) {
  const { title, counting, progress, onStart, onClose, children } = props;
  // Counted again after a failure, which may have left some.
  const { data, isFetching, refetch } = counting;
  const failure = isFetching || progress ? null : counting.error;
  const count = isFetching || failure ? undefined : data;
  const countAgain = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The pressed button goes, and the focus with it.
    currentTarget.parentElement?.querySelector('button')?.focus();
    void refetch();
  };
  return (
    <Dialog
      kind="alert"
      width="narrow"
      title={title}
      description={
        // The same element from the start, so that what becomes of it is read out. No <output>, which describes nothing.
        <span aria-live="polite">{textOf(props, { count, failure })}</span>
      }
      onClose={onClose}
      dismissible={!progress}
      footer={
        <>
          <Button onClick={onClose} disabled={Boolean(progress)}>
            {count?.people === 0 ? 'Close' : 'Cancel'}
          </Button>
          {failure && <Button onClick={countAgain}>Try again</Button>}
          {progress ? (
            <Button variant="danger" pending>
              Removing...
            </Button>
          ) : (
            Boolean(count?.people) && (
              <Button variant="danger" onClick={() => count && onStart(count)}>
                {`Remove ${countOfPeople(count?.people ?? 0)}`}
              </Button>
            )
          )}
        </>
      }
    >
      {progress ? (
        <ProgressBar
          label="People removed"
          share={progress.of > 0 ? Math.min(1, progress.done / progress.of) : undefined}
        />
      ) : (
        children
      )}
    </Dialog>
  );
}

type Counted = { count: PeopleCount | undefined; failure: Error | null };

function textOf(
  { progress, questionOf, uncounted = 'Counting…' }: RemovePeopleDialogProps,
  { count, failure }: Counted,
): string {
  if (progress)
    return `${formatCount(progress.done)} of ${countOfPeople(progress.of)} removed. Keep this page open.`;
  if (failure) return messageOf(failure, 'They could not be counted. The network may be slow.');
  return count ? questionOf(count) : uncounted;
}
