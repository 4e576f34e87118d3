import { useQueryClient } from '@tanstack/react-query';
import {
  AccountDialog as AccountOrGuestDialog,
  type AccountDialogProps,
} from '../../features/account/account-dialog.tsx';
import { forgetUploads } from '../../features/uploads/forget-uploads.ts';

/** What somebody can do about being known here. Whoever leaves takes along what they have not sent. */
export default function AccountDialog(props: Omit<AccountDialogProps, 'onLeft'>) {
  const client = useQueryClient();
  const onLeft = (uploader: string) => void forgetUploads(uploader, client).catch(() => {});
  return <AccountOrGuestDialog {...props} onLeft={onLeft} />;
}
