import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { UserView } from '../../../../shared/contract/entities.ts';
import { messageOf, statusOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { deleteAccount } from './actions.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { signOut, SignOutEverywhere } from './sign-out-everywhere.tsx';

/** What keeps a user from leaving: the events that they own, to be handed over or deleted first. */
export type OwnedEventsProps = { text: string; onFree: () => void; onClose: () => void };

type UserAccountDialogProps = {
  user: UserView;
  ownedEvents: ComponentType<OwnedEventsProps>;
  onClose: () => void;
  onDeleted: () => void;
};

/** Shows the signed-in user and lets them sign out, here or everywhere, or delete the account. */
export function UserAccountDialog(props: UserAccountDialogProps) {
  const { user, ownedEvents: OwnedEvents, onClose, onDeleted } = props;
  const [isLeaving, setLeaving] = useState(false);
  const [isEverywhere, setEverywhere] = useState(false);
  const { mutate, isPending, isSuccess, error, reset } = useMutation(deleteAccount(onDeleted));

  if (isSuccess) return <AccountDeleted />;
  if (statusOf(error) === 409) {
    return <OwnedEvents text={messageOf(error, '')} onFree={reset} onClose={onClose} />;
  }
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
