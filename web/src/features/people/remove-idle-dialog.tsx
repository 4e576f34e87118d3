import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { countOfPeople, idleCountQuery, removeIdlePeople } from './idle-people.ts';

type RemoveIdleDialogProps = { eventId: string; isPaused: boolean; onClose: () => void };

/** Asks whether everybody without uploads shall go, says how many they are, and how far it is. */
export function RemoveIdleDialog({ eventId, isPaused, onClose }: RemoveIdleDialogProps) {
  const [done, setDone] = useState(0);
  const { mutate, isPending } = useMutation(
    removeIdlePeople(useQueryClient(), { eventId, onProgress: setDone }),
  );
  const { data, error, refetch, isFetching } = useQuery({ ...idleCountQuery(eventId), enabled: !isPending });
  // Counted again after a failure, which may have left some.
  const failure = isFetching ? null : error;
  const count = isFetching || failure ? undefined : data;
  const start = () => {
    setDone(0);
    mutate(undefined, { onSuccess: onClose });
  };
  const countAgain = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The pressed button goes, and the focus with it.
    currentTarget.parentElement?.querySelector('button')?.focus();
    void refetch();
  };
  return (
    <Dialog
      kind="alert"
      width="narrow"
      title="Remove Everybody Without Uploads"
      description={
        // The same element from the start, so that what becomes of it is read out. No <output>, which describes nothing.
        <span aria-live="polite">
          {isPending
            ? `${formatCount(done)} of ${countOfPeople(data ?? done)} removed. Keep this page open.`
            : questionOf({ count, error: failure, isPaused })}
        </span>
      }
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {count === 0 ? 'Close' : 'Cancel'}
          </Button>
          {failure && <Button onClick={countAgain}>Try again</Button>}
          {(isPending || Boolean(count)) && (
            <Button variant="danger" pending={isPending} onClick={start}>
              {isPending ? 'Removing...' : `Remove ${countOfPeople(count ?? 0)}`}
            </Button>
          )}
        </>
      }
    >
      {isPending && (
        <ProgressBar label="People removed" share={data ? Math.min(1, done / data) : undefined} />
      )}
    </Dialog>
  );
}

type Question = { count: number | undefined; error: Error | null; isPaused: boolean };

function questionOf({ count, error, isPaused }: Question): string {
  if (error) return messageOf(error, 'They could not be counted. The network may be slow.');
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'Everybody here has uploads, has paid, or is blocked. There is nobody to remove.';
  const way = isPaused
    ? 'Nobody is blocked, but while guest uploads are paused they can only look.'
    : 'Nobody is blocked: real guests can come back at any time.';
  const who = `${countOfPeople(count)} ${count === 1 ? 'has' : 'have'} no uploads here.`;
  return `${who} They lose their place, and their votes are taken back. Anyone who has paid stays. ${way}`;
}
