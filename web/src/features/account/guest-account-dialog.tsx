import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GuestCredentials } from '../../lib/guest-credentials.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { deleteGuest } from './actions.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

type GuestAccountDialogProps = { guest: GuestCredentials; onClose: () => void; onDeleted: () => void };

/** Shows this browser's guest and lets them delete their data. */
export function GuestAccountDialog({ guest, onClose, onDeleted }: GuestAccountDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    onDeleted();
    onClose();
  };
  const { mutate, isPending } = useMutation(deleteGuest(useQueryClient(), guest, leave));
  if (isLeaving) {
    return (
      <DeletionDialog
        title="Delete Guest Data"
        text="Your name, e-mail address, votes and place in events are deleted. This action cannot be undone."
        confirm="Delete Guest Data"
        isPending={isPending}
        onConfirm={(media) => mutate(media)}
        onClose={() => setLeaving(false)}
      />
    );
  }
  return (
    <Dialog
      key="about"
      title="You are a guest"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" className={styles.leave} onClick={() => setLeaving(true)}>
            Delete Guest Data
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <p className={styles.name}>{guest.name}</p>
      {guest.email && <p className={styles.detail}>{guest.email}</p>}
      <p className={styles.note}>
        This browser remembers you. Sign in, and you can take your photos and votes along to an account.
      </p>
    </Dialog>
  );
}
