import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../../lib/format-instant.ts';
import { RadioGroup } from '../../ui/choice-inputs.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import {
  countOfPeople,
  type Joined,
  type PeopleCount,
  recentCountQuery,
  removeRecentGuests,
} from './remove-people.ts';
import { RemovePeopleDialog } from './remove-people-dialog.tsx';

const CHOICES = [
  { value: '10', label: 'In the last 10 minutes' },
  { value: '60', label: 'In the last hour' },
  { value: 'since', label: 'Since a time of my choice' },
] as const;
type Choice = (typeof CHOICES)[number]['value'];

type RemoveRecentDialogProps = { eventId: string; isPaused: boolean; onClose: () => void };

/** Asks since when guests joined who shall go. */
export function RemoveRecentDialog({ eventId, isPaused, onClose }: RemoveRecentDialogProps) {
  const [choice, setChoice] = useState<Choice>('10');
  const [time, setTime] = useState('');
  // What was begun is gone on with from the same instant.
  const [begun, setBegun] = useState<{ since: string; of: number; done: number }>();
  const { mutate, isPending } = useMutation(
    removeRecentGuests(useQueryClient(), {
      eventId,
      onProgress: (done) => setBegun((known) => known && { ...known, done }),
    }),
  );
  const joined = begun ? { since: begun.since } : joinedOf(choice, time);
  const counting = useQuery({
    ...recentCountQuery(eventId, joined ?? { lastMinutes: 1 }),
    enabled: !isPending && joined !== undefined,
  });
  const start = ({ people, since = '' }: PeopleCount) => {
    setBegun({ since, of: people, done: 0 });
    mutate({ since }, { onSuccess: onClose });
  };
  const choose = (chosen: Choice, at = time) => {
    setBegun(undefined);
    setChoice(chosen);
    setTime(at);
  };
  return (
    <RemovePeopleDialog
      title="Remove Recent Guests"
      counting={counting}
      progress={isPending ? begun : undefined}
      questionOf={(count) => questionOf(count, isPaused)}
      uncounted={joined ? undefined : 'Choose since when they joined.'}
      onStart={start}
      onClose={onClose}
    >
      <RadioGroup label="Joined" name="joined" options={CHOICES} value={choice} onChange={choose} />
      {choice === 'since' && (
        <TextInput
          label="Joined since"
          type="datetime-local"
          max="9999-12-31T23:59"
          value={time}
          onChange={({ target }) => choose(choice, target.value)}
        />
      )}
    </RemovePeopleDialog>
  );
}

/** @returns undefined as long as the time is not chosen */
function joinedOf(choice: Choice, time: string): Joined | undefined {
  if (choice !== 'since') return { lastMinutes: Number(choice) };
  // Without a zone it is meant in the host's own. A year of five digits, which can be typed, is none of ours.
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || at.getFullYear() > 9999 ? undefined : { since: at.toISOString() };
}

function questionOf({ people, since }: PeopleCount, isPaused: boolean): string {
  const when = `since ${formatInstant(since)}`;
  if (people === 0) return `No guests have joined ${when}, or they have paid. There is nobody to remove.`;
  const one = people === 1;
  const who = `${countOfPeople(people)} joined ${when} and can then no longer open this event.`;
  const stays = `What ${one ? 'this person' : 'they'} uploaded stays until you delete it, and votes count on. You can let ${one ? 'them' : 'each of them'} back in at any time.`;
  const others = 'Anyone with an account and anyone who has paid stays.';
  return [who, stays, others, ...(isPaused ? [] : ['To keep new ones out, pause guest uploads.'])].join(' ');
}
