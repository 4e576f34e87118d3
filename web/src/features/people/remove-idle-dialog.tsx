import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOfPeople, idleCountQuery, type PeopleCount, removeIdlePeople } from './remove-people.ts';
import { RemovePeopleDialog } from './remove-people-dialog.tsx';

type RemoveIdleDialogProps = { eventId: string; isPaused: boolean; onClose: () => void };

/** Asks whether everybody without uploads shall go. */
export function RemoveIdleDialog({ eventId, isPaused, onClose }: RemoveIdleDialogProps) {
  const [progress, setProgress] = useState({ of: 0, done: 0 });
  const { mutate, isPending } = useMutation(
    removeIdlePeople(useQueryClient(), {
      eventId,
      onProgress: (done) => setProgress(({ of }) => ({ of, done })),
    }),
  );
  const start = ({ people }: PeopleCount) => {
    setProgress({ of: people, done: 0 });
    mutate(undefined, { onSuccess: onClose });
  };
  return (
    <RemovePeopleDialog
      title="Remove Everybody Without Uploads"
      counting={useQuery({ ...idleCountQuery(eventId), enabled: !isPending })}
      progress={isPending ? progress : undefined}
      questionOf={({ people }) => questionOf(people, isPaused)}
      onStart={start}
      onClose={onClose}
    />
  );
}

function questionOf(count: number, isPaused: boolean): string {
  if (count === 0) return 'Everybody here has uploads, has paid, or is blocked. There is nobody to remove.';
  const way = isPaused
    ? 'Nobody is blocked, but while guest uploads are paused they can only look.'
    : 'Nobody is blocked: real guests can come back at any time.';
  const who = `${countOfPeople(count)} ${count === 1 ? 'has' : 'have'} no uploads here, or only rejected and unsupported ones.`;
  return `${who} They lose their place, and their votes are taken back. Anyone who has paid stays. ${way}`;
}
