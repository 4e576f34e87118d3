import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { CallError, messageOf, statusOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { LockDrawing, TickDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './accept-co-host.module.css';
import { acceptCoHostLink } from './co-host-actions.ts';

type AcceptCoHostProps = {
  event: Pick<EventView, 'id' | 'name' | 'role'>;
  code: string;
  isSignedIn: boolean;
  /** Where signing in comes back to. */
  returnTo: string;
};

/** What a link for a co-host leads to: becoming one, and whatever keeps somebody from it. */
export function AcceptCoHost({ event, code, isSignedIn, returnTo }: AcceptCoHostProps) {
  const { mutate, isPending, isSuccess, error } = useMutation(acceptCoHostLink(useQueryClient(), event.id));
  const navigate = useNavigate();
  const toEvent = <ButtonLink to={paths.event(event.id)}>View Event Gallery</ButtonLink>;
  const isHost = event.role === 'owner' || event.role === 'co-host';
  if (isHost && !isSuccess) {
    return (
      <Message title="You Are a Host of This Event" text="There is nothing left to do." action={toEvent} />
    );
  }
  if (statusOf(error) === 409 && !isAlreadyHost(error)) {
    return <Message title="This Link Cannot Be Used" text={messageOf(error, '')} action={toEvent} />;
  }
  const accept = () =>
    mutate(code, {
      onSuccess: () => {
        toast({ title: 'You Are a Co-host' });
        void navigate(paths.event(event.id), { replace: true });
      },
    });
  return (
    <EmptyState
      level={1}
      drawing={<TickDrawing />}
      title="Become a Co-host"
      text={
        <>
          Help to run “<bdi className={styles.name}>{event.name}</bdi>”: you review photos, and see who sent
          them. {!isSignedIn && 'Sign in first.'}
          {error && <span role="alert">{messageOf(error, 'That failed. Please try again.')}</span>}
        </>
      }
      action={
        isSignedIn ? (
          <Button variant="primary" pending={isPending || isSuccess} onClick={accept}>
            Become a Co-host
          </Button>
        ) : (
          <ButtonAnchor variant="primary" href={paths.login(returnTo)}>
            Sign In
          </ButtonAnchor>
        )
      }
    />
  );
}

const isAlreadyHost = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'already_host';

function Message({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return <EmptyState level={1} drawing={<LockDrawing />} title={title} text={text} action={action} />;
}
