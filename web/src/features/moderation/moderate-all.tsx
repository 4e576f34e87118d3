import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Decision, moderateAllItems } from './actions.ts';
import styles from './moderate-all.module.css';

type ModerateAllProps = { eventId: string; pendingCount: number };

/** The number of pending items, and buttons to decide on all at once. */
export function ModerateAll({ eventId, pendingCount }: ModerateAllProps) {
  const [done, setDone] = useState(0);
  const { mutate, isPending, variables } = useMutation(
    moderateAllItems(useQueryClient(), { eventId, onProgress: setDone }),
  );
  const start = (status: Decision) => {
    setDone(0);
    mutate(status);
  };
  // Not `disabled`, which would drop the focus of the pressed button.
  const buttonProps = (status: Decision) => ({
    'aria-disabled': isPending || undefined,
    onClick: isPending ? undefined : () => start(status),
  });
  return (
    <div className={styles.head}>
      <div>
        <h2>Pending Approval</h2>
        <output>{isPending ? `${done} items done` : `${pendingCount} items waiting for review`}</output>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          pending={isPending && variables === 'approved'}
          {...buttonProps('approved')}
        >
          Approve All
        </Button>
        <Button pending={isPending && variables === 'rejected'} {...buttonProps('rejected')}>
          Reject All
        </Button>
      </div>
    </div>
  );
}
