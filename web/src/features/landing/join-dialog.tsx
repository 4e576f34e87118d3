import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf, statusOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { focusFirstError } from '../../lib/validate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import styles from './join-dialog.module.css';
import { PublicEvents } from './public-events.tsx';
import { eventOfCodeQuery } from './queries.ts';
import { NO_SUCH_CODE, readPasted } from './read-pasted.ts';

const NEITHER =
  'Type the eight letters of the event’s code, or paste the link you were sent, or the event’s id. It starts with evt_.';
const UNKNOWN = `No event has this code. ${NO_SUCH_CODE}`;

type Refusal = { readonly form: HTMLFormElement; readonly message: string };

/** Opens an event from its code, a pasted link, an event id, or the list of public events. */
export default function JoinDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isLooking, setIsLooking] = useState(false);
  const isMounted = useIsMounted();

  // Once it is drawn, which on a slow phone is not the next frame.
  useEffect(() => {
    if (refusal) focusFirstError(refusal.form);
  }, [refusal]);

  const lookUp = async (code: string, form: HTMLFormElement) => {
    setIsLooking(true);
    try {
      const { eventId } = await client.fetchQuery(eventOfCodeQuery(code));
      if (isMounted()) void navigate(paths.event(eventId));
    } catch (failure) {
      const otherwise = 'That failed. Please try again.';
      setRefusal({ form, message: statusOf(failure) === 404 ? UNKNOWN : messageOf(failure, otherwise) });
    } finally {
      setIsLooking(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLooking) return;
    const form = event.currentTarget;
    const text = new FormData(form).get('link');
    const pasted = readPasted(typeof text === 'string' ? text : '');
    if (pasted.eventId !== undefined) return void navigate(paths.event(pasted.eventId));
    if (pasted.code !== undefined) return void lookUp(pasted.code, form);
    setRefusal({ form, message: pasted.isMistyped ? UNKNOWN : NEITHER });
  };

  return (
    <Dialog title="Join Event" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          label="Event code, link or id"
          name="link"
          error={refusal?.message}
          onChange={() => setRefusal(undefined)}
          autoComplete="off"
          data-autofocus
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant="primary" wide pending={isLooking}>
          Join Event
        </Button>
      </form>
      <PublicEvents />
    </Dialog>
  );
}
