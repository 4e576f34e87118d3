import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { CallError, messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice-inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { toast } from '../../ui/toast-store.ts';
import { handOverEvent } from './co-host-actions.ts';
import styles from './hand-over-dialog.module.css';
import { personName } from './person-labels.ts';
import { coHostsQuery } from './queries.ts';

type HandOverDialogProps = {
  event: Pick<EventView, 'id' | 'name'>;
  onClose: () => void;
  onDone: () => void;
};

/** Makes a co-host the owner of an event, once its name is typed; a second time if people have paid for it. */
export function HandOverDialog({ event, onClose, onDone }: HandOverDialogProps) {
  const formId = useId();
  const { data: coHosts, error, isPending: isLoading } = useQuery(coHostsQuery(event.id));
  const handOver = useHandOver(event, onDone);
  const isReady = coHosts !== undefined && coHosts.length > 0;
  return (
    <Dialog
      title="Hand Over Event"
      description={
        <>
          A co-host becomes the owner of “<bdi>{event.name}</bdi>”, and you a co-host. Only they can hand it
          back.
        </>
      }
      width="narrow"
      onClose={onClose}
      dismissible={!handOver.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={handOver.isPending}>
            Cancel
          </Button>
          {isReady && (
            <Button type="submit" form={formId} variant="danger" pending={handOver.isPending}>
              {handOver.label}
            </Button>
          )}
        </>
      }
    >
      {isLoading && <Skeleton width="100%" height={48} />}
      {error && <p role="alert">{messageOf(error, 'The co-hosts did not come. The network may be slow.')}</p>}
      {coHosts?.length === 0 && (
        <p>This event has no co-hosts. Name one first: choose somebody from its people, or send a link.</p>
      )}
      {isReady && (
        <form id={formId} className={styles.form} noValidate onSubmit={handOver.submit}>
          <Fields coHosts={coHosts} errors={handOver.errors} />
        </form>
      )}
    </Dialog>
  );
}

type Errors = { readonly taker?: string; readonly eventName?: string; readonly other?: string };

function Fields({ coHosts, errors }: { coHosts: readonly PersonView[]; errors: Errors }) {
  const options = coHosts.map((person) => ({
    value: person.id,
    label: <bdi>{personName(person)}</bdi>,
    ...(person.email && person.email !== person.name && { hint: person.email }),
  }));
  const [only] = coHosts.length === 1 ? coHosts : [];
  return (
    <>
      <RadioGroup
        label="New owner"
        name="taker"
        options={options}
        {...(only && { defaultValue: only.id })}
        {...(errors.taker && { error: errors.taker })}
      />
      <TextInput
        label="Name of the event"
        hint="Type it to confirm."
        name="eventName"
        autoComplete="off"
        required
        error={errors.eventName}
      />
      {errors.other && <p role="alert">{errors.other}</p>}
    </>
  );
}

function useHandOver(event: HandOverDialogProps['event'], onDone: () => void) {
  const { mutate, isPending } = useMutation(handOverEvent(useQueryClient(), event.id));
  const [errors, setErrors] = useState<Errors>({});
  const [isWarned, setWarned] = useState(false);
  const submit = (submission: FormEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const fields = new FormData(submission.currentTarget);
    const [userId, eventName] = ['taker', 'eventName'].map((name) => textOf(fields, name));
    const found = problemsOf({ userId, eventName }, event.name);
    setErrors(found);
    if (!userId || !eventName || Object.keys(found).length > 0 || isPending) return;
    mutate(
      { userId, eventName, despitePayments: isWarned },
      {
        onSuccess: () => {
          toast({ title: 'Event Handed Over', text: 'You are one of its co-hosts now.' });
          onDone();
        },
        onError: (error) => {
          if (error instanceof CallError && error.code === 'has_payments') setWarned(true);
          setErrors({ other: messageOf(error, 'Failed to hand over the event. Please try again.') });
        },
      },
    );
  };
  const label = isWarned ? 'Hand Over With Payments' : 'Hand Over';
  return { submit, errors, isPending, label: isPending ? 'Handing over...' : label };
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function problemsOf(
  { userId, eventName }: { userId: string | undefined; eventName: string | undefined },
  expected: string,
): Errors {
  return {
    ...(!userId && { taker: 'Choose who becomes the owner.' }),
    ...(eventName !== expected.trim() && { eventName: 'This is not the name of the event.' }),
  };
}
