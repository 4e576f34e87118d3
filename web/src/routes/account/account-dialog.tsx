import { useQueryClient } from '@tanstack/react-query';
import {
  AccountDialog as AccountOrGuestDialog,
  type AccountDialogProps,
} from '../../features/account/account-dialog.tsx';
import { OwnedEventsDialog } from './owned-events-dialog.tsx';
import { forgetUploads } from '../../features/uploads/forget-uploads.ts';

/** The account dialog. Deleting an account or guest also deletes their unsent uploads in this browser. */
export default function AccountDialog(props: Omit<AccountDialogProps, 'onDeleted' | 'ownedEvents'>) {
  const client = useQueryClient();
  const onDeleted = (uploader: string) => void forgetUploads(uploader, client).catch(() => {});
  return <AccountOrGuestDialog {...props} ownedEvents={OwnedEventsDialog} onDeleted={onDeleted} />;
}
