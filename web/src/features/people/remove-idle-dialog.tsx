import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  return (
    <Dialog
      kind="alert"
      width="narrow"
      title="Remove Everybody Without Uploads"
      description={isPending ? undefined : questionOf({ count, error: failure, isPaused })}
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {count === 0 ? 'Close' : 'Cancel'}
          </Button>
          {failure && <Button onClick={() => void refetch()}>Try again</Button>}
          {(isPending || Boolean(count)) && (
            <Button variant="danger" pending={isPending} onClick={start}>
              {isPending ? 'Removing...' : `Remove ${countOfPeople(count ?? 0)}`}
            </Button>
          )}
        </>
      }
    >
      {isPending && <Progress done={done} count={data ?? done} />}
    </Dialog>
  );
}

function Progress({ done, count }: { done: number; count: number }) {
  return (
    <>
      <ProgressBar label="People removed" share={count > 0 ? Math.min(1, done / count) : undefined} />
      <output>
        {formatCount(done)} of {countOfPeople(count)} removed
      </output>
    </>
  );
}

type Question = { count: number | undefined; error: Error | null; isPaused: boolean };

function questionOf({ count, error, isPaused }: Question): string {
  if (error) return messageOf(error, 'They could not be counted. The network may be slow.');
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'Everybody here has uploads, has paid, or is blocked. There is nobody to remove.';
  const way = isPaused
    ? 'Nobody is blocked, but while guest uploads are paused they can only look.'
    : 'Nobody is blocked: who is really a guest can come back at any time.';
  const who = `${countOfPeople(count)} ${count === 1 ? 'has' : 'have'} no uploads here.`;
  return `${who} They lose their place, and their votes are taken back. Who has paid stays. ${way}`;
}
