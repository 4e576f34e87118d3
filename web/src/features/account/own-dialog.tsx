import type { UserView } from '../../../../shared/contract/entities.ts';
import { AccountDialog } from './account-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import type { GuestCredentials } from '../../lib/guest-credentials.ts';

type OwnDialogProps = { user: UserView | null; guest: GuestCredentials | null; onClose: () => void };

/** What somebody can do about being known here: as an account, else as this browser's guest. */
export default function OwnDialog({ user, guest, onClose }: OwnDialogProps) {
  if (user) return <AccountDialog user={user} onClose={onClose} />;
  return guest && <GuestDialog guest={guest} onClose={onClose} />;
}
