import type { ComponentType } from 'react';
import { type OwnedEventsProps, UserAccountDialog } from './user-account-dialog.tsx';
import { GuestAccountDialog } from './guest-account-dialog.tsx';
import type { GuestCredentials } from '../../lib/guest-credentials.ts';
import { useScreenSession } from '../../lib/use-session.ts';

export type AccountDialogProps = {
  guest: GuestCredentials | null;
  ownedEvents: ComponentType<OwnedEventsProps>;
  onClose: () => void;
  /** Called with the person whose account was deleted: `user:<id>` or `guest:<id>`. */
  onDeleted: (person: string) => void;
};

/** Sign out or delete one's data, as the user whom the screen is for or as this browser's guest. */
export function AccountDialog({ guest, ownedEvents, onClose, onDeleted }: AccountDialogProps) {
  const { user } = useScreenSession();
  if (user) {
    const userProps = { user, ownedEvents, onClose };
    return <UserAccountDialog {...userProps} onDeleted={() => onDeleted(`user:${user.id}`)} />;
  }
  return (
    guest && (
      <GuestAccountDialog guest={guest} onClose={onClose} onDeleted={() => onDeleted(`guest:${guest.id}`)} />
    )
  );
}
