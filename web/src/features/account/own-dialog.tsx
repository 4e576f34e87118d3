import type { UserView } from '../../../../shared/contract/entities.ts';
import { AccountDialog } from './account-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import type { GuestCredentials } from '../../lib/guest-credentials.ts';

export type OwnDialogProps = {
  user: UserView | null;
  guest: GuestCredentials | null;
  onClose: () => void;
  /** Hears who has left for good: `user:<id>` or `guest:<id>`. */
  onLeft: (who: string) => void;
};

/** What somebody can do about being known here: as an account, else as this browser's guest. */
export function OwnDialog({ user, guest, onClose, onLeft }: OwnDialogProps) {
  if (user) return <AccountDialog user={user} onClose={onClose} onLeft={() => onLeft(`user:${user.id}`)} />;
  return guest && <GuestDialog guest={guest} onClose={onClose} onLeft={() => onLeft(`guest:${guest.id}`)} />;
}
