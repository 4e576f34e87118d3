import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserView } from '../../../../shared/contract/entities.ts';
import { messageOf, statusOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { deleteAccount } from './actions.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { signOut, SignOutEverywhere } from './sign-out-everywhere.tsx';

type UserAccountDialogProps = { user: UserView; onClose: () => void; onDeleted: () => void };

/** Shows the signed-in user and lets them sign out, here or everywhere, or delete the account. */
export function UserAccountDialog({ user, onClose, onDeleted }: UserAccountDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  const [isEverywhere, setEverywhere] = useState(false);
  const { mutate, isPending, isSuccess, error } = useMutation(deleteAccount(onDeleted));

  if (isSuccess) return <AccountDeleted />;
  if (statusOf(error) === 409) return <OwnsEvents text={messageOf(error, '')} onClose={onClose} />;
  if (isEverywhere) return <SignOutEverywhere onClose={() => setEverywhere(false)} />;
  if (isLeaving) {
    return (
      <DeletionDialog
        title="Delete Account"
        text="Your name, e-mail address, votes and place in events are deleted. Records of payments are kept without your name. This action cannot be undone."
        confirm="Delete Account"
        isPending={isPending}
        onConfirm={(media) => mutate(media)}
        onClose={() => setLeaving(false)}
      />
    );
  }
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Dialog
      key="about"
      title="Your account"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" className={styles.leave} onClick={() => setLeaving(true)}>
            Delete Account
          </Button>
          <ButtonAnchor href={paths.logout}>Sign Out</ButtonAnchor>
        </>
      }
    >
      {name && <p className={styles.name}>{name}</p>}
      <p className={styles.detail}>{user.email}</p>
      <p className={styles.everywhere}>
        <Button onClick={() => setEverywhere(true)}>Sign Out Everywhere</Button>
        <span>Ends your sessions on all devices.</span>
      </p>
    </Dialog>
  );
}

/** Users must delete the events they own first, because other people's photos are in them. */
function OwnsEvents({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      key="owns"
      kind="alert"
      width="narrow"
      title="Delete Account"
      description={text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ButtonLink to={paths.home} variant="primary" onClick={onClose}>
            Go to My Events
          </ButtonLink>
        </>
      }
    />
  );
}

/** Our session is over; leaving ends the identity provider's, too. */
function AccountDeleted() {
  return (
    <Dialog
      key="gone"
      kind="alert"
      width="narrow"
      title="Account Deleted"
      description="Your account is deleted. What it left in events is being removed now."
      onClose={signOut}
      footer={
        <Button variant="primary" onClick={signOut}>
          Done
        </Button>
      }
    />
  );
}
