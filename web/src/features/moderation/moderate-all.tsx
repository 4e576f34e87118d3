import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { pluralize } from '../../lib/pluralize.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { moderateAllItems } from './actions.ts';
import { type HeldRejection, holdRejection, UNDO_MS, useHeldRejection } from './held-rejection.ts';
import styles from './moderate-all.module.css';
import { withRejectionNoted } from './unfinished-rejection.ts';

type ModerateAllProps = {
  eventId: string;
  pendingCount: number;
  /** Whether the items are there. Before that nobody has looked at any, and Reject All would take whatever comes as well. */
  isListed: boolean;
};

/** The number of pending items, and buttons to decide on all at once. Rejecting all can be undone for a while. */
export function ModerateAll({ eventId, pendingCount, isListed }: ModerateAllProps) {
  const { decide, isPending, status, done } = useDecisionOnAll(eventId, 'pending');
  const held = useHeldRejection(eventId);
  const isBusy = isPending || held !== undefined;
  const rejectAll = () => {
    const isWanted = holdRejection(eventId, pendingCount);
    void withRejectionNoted(eventId, () => decide('rejected', isWanted));
  };
  return (
    <Head
      title="Pending Approval"
      words={
        held ? (
          <HeldWords {...held} />
        ) : isPending ? (
          `${done} items done`
        ) : (
          `${pendingCount} items waiting for review`
        )
      }
    >
      <Button
        variant="primary"
        pending={status === 'approved'}
        {...pressedUnless(isBusy, () => void decide('approved'))}
      >
        Approve All
      </Button>
      {/* One button, which keeps the focus. */}
      <Button
        pending={status === 'rejected' && !held}
        {...(held ? pressedUnless(false, held.undo) : pressedUnless(isBusy || !isListed, rejectAll))}
      >
        {held ? 'Undo' : 'Reject All'}
      </Button>
    </Head>
  );
}

type ApproveRejectedProps = { eventId: string; rejectedCount: number };

/** The number of rejected items, and a button to approve all at once. */
export function ApproveRejected({ eventId, rejectedCount }: ApproveRejectedProps) {
  const { decide, isPending, done } = useDecisionOnAll(eventId, 'rejected');
  return (
    <Head title="Rejected" words={isPending ? `${done} items done` : pluralize(rejectedCount, 'item')}>
      <Button pending={isPending} {...pressedUnless(isPending, () => void decide('approved'))}>
        Approve All Rejected
      </Button>
    </Head>
  );
}

function useDecisionOnAll(eventId: string, from: 'pending' | 'rejected') {
  const [done, setDone] = useState(0);
  const { mutateAsync, isPending, variables } = useMutation(
    moderateAllItems(useQueryClient(), { eventId, from, onProgress: setDone }),
  );
  return {
    done,
    isPending,
    /** Undefined while nothing is being decided. */
    status: isPending ? variables.status : undefined,
    /** Resolves once that has come to an end, which the mutation tells by itself. */
    decide: async (status: 'approved' | 'rejected', isWanted?: Promise<boolean>) => {
      setDone(0);
      await mutateAsync({ status, isWanted }).catch(() => {});
    },
  };
}

/** Not `disabled`, which would drop the focus of the pressed button. A double click is one press: its second half would undo it. */
const pressedUnless = (isBusy: boolean, run: () => void) => ({
  'aria-disabled': isBusy || undefined,
  onClick: isBusy ? undefined : ({ detail }: MouseEvent) => void (detail < 2 && run()),
});

type HeadProps = { title: string; words: ReactNode; children: ReactNode };

function Head({ title, words, children }: HeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h2>{title}</h2>
        <output>{words}</output>
      </div>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}

/** Read out once, and counted down for the eye. */
function HeldWords({ count, dueMs }: HeldRejection) {
  return (
    <>
      {pluralize(count, 'item')} will be rejected in{' '}
      <VisuallyHidden>{UNDO_MS / 1000} seconds. Undo keeps them.</VisuallyHidden>
      <span aria-hidden="true">
        <SecondsLeft dueMs={dueMs} /> s
      </span>
    </>
  );
}

function SecondsLeft({ dueMs }: { dueMs: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(dueMs));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(dueMs)), 250);
    return () => clearInterval(timer);
  }, [dueMs]);
  return seconds;
}

const secondsUntil = (dueMs: number) => Math.max(0, Math.ceil((dueMs - Date.now()) / 1000));
