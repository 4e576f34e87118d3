import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parseEventCode } from '../../../../shared/values/event-code.ts';
import { messageOf, statusOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { focusFirstError } from '../../lib/validate.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyFrameDrawing } from '../../ui/empty-frame-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { eventOfCodeQuery } from './queries.ts';
import { NO_SUCH_CODE, NOT_A_CODE } from './read-pasted.ts';
import styles from './join-by-code.module.css';

/** Leads to the event that has a code, or says that there is none and lets it be corrected. */
export function JoinByCode({ typed }: { typed: string }) {
  const code = parseEventCode(typed);
  const { data, error, isFetching, refetch } = useQuery({
    ...eventOfCodeQuery(code ?? ''),
    enabled: code !== undefined,
  });
  const navigate = useNavigate();
  useEffect(() => {
    if (data) void navigate(paths.event(data.eventId), { replace: true });
  }, [data, navigate]);
  if (code !== undefined && !error) return <Waiting />;
  const isUnknown = code === undefined || statusOf(error) === 404;
  return (
    <EmptyState
      level={1}
      drawing={<EmptyFrameDrawing />}
      title={isUnknown ? 'No Event Has This Code' : 'The Event Did Not Open'}
      text={isUnknown ? NO_SUCH_CODE : messageOf(error, 'Check your connection, and try again.')}
      action={
        isUnknown ? (
          <CodeForm key={typed} typed={typed} />
        ) : (
          <Button pending={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        )
      }
    />
  );
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy>
      <Skeleton width="min(320px, 80%)" height={36} />
      <Skeleton width="min(240px, 60%)" height={20} />
    </div>
  );
}

function CodeForm({ typed }: { typed: string }) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get('code');
    const code = typeof text === 'string' ? parseEventCode(text) : undefined;
    if (code) return void navigate(paths.join(code), { replace: true });
    setError(NOT_A_CODE);
    return focusFirstError(form);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label="Event code"
        name="code"
        defaultValue={typed}
        error={error}
        onChange={() => setError(undefined)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" wide>
        Join Event
      </Button>
    </form>
  );
}
