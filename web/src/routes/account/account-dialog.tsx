import { useQueryClient } from '@tanstack/react-query';
import {
  AccountDialog as AccountOrGuestDialog,
  type AccountDialogProps,
} from '../../features/account/account-dialog.tsx';
import { forgetUploads } from '../../features/uploads/forget-uploads.ts';
import { useScreenSession } from '../../lib/use-session.ts';

/** The account dialog of whom the screen is for. Deleting an account or guest also deletes their unsent uploads in this browser. */
export default function AccountDialog(props: Omit<AccountDialogProps, 'user' | 'onDeleted'>) {
  const client = useQueryClient();
  const { user } = useScreenSession();
  const onDeleted = (uploader: string) => void forgetUploads(uploader, client).catch(() => {});
  return <AccountOrGuestDialog {...props} user={user} onDeleted={onDeleted} />;
}
