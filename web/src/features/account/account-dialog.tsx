import type { UserView } from '../../../../shared/contract/entities.ts';
import { UserAccountDialog } from './user-account-dialog.tsx';
import { GuestAccountDialog } from './guest-account-dialog.tsx';
import type { GuestCredentials } from '../../lib/guest-credentials.ts';

export type AccountDialogProps = {
  user: UserView | null;
  guest: GuestCredentials | null;
  onClose: () => void;
  /** Hears who has left for good: `user:<id>` or `guest:<id>`. */
  onLeft: (who: string) => void;
};

/** What somebody can do about being known here: as an account, else as this browser's guest. */
export function AccountDialog({ user, guest, onClose, onLeft }: AccountDialogProps) {
  if (user)
    return <UserAccountDialog user={user} onClose={onClose} onLeft={() => onLeft(`user:${user.id}`)} />;
  return (
    guest && <GuestAccountDialog guest={guest} onClose={onClose} onLeft={() => onLeft(`guest:${guest.id}`)} />
  );
}
