import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { focusFirstError } from '../../lib/validate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { parseEventId } from './parse-event-id.ts';
import styles from './join-dialog.module.css';
import { PublicEvents } from './public-events.tsx';

/** Opens an event from a pasted link, an event id, or the list of public events. */
export default function JoinDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const link = new FormData(form).get('link');
    const eventId = typeof link === 'string' ? parseEventId(link) : undefined;
    if (eventId) return void navigate(paths.event(eventId));
    setError('Paste the link you were sent, or the event’s id. It starts with evt_.');
    return focusFirstError(form);
  };

  return (
    <Dialog title="Join Event" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          label="Event link or id"
          name="link"
          error={error}
          onChange={() => setError(undefined)}
          autoComplete="off"
          data-autofocus
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
        />
        <Button type="submit" variant="primary" wide>
          Join Event
        </Button>
      </form>
      <PublicEvents />
    </Dialog>
  );
}
