import { useQueryClient } from '@tanstack/react-query';
import { OwnDialog as AccountOrGuestDialog, type OwnDialogProps } from '../features/account/own-dialog.tsx';
import { forgetUploadsOf } from '../features/upload/forget-uploads.ts';

/** What somebody can do about being known here. Whoever leaves takes along what they have not sent. */
export default function OwnDialog(props: Omit<OwnDialogProps, 'onLeft'>) {
  const client = useQueryClient();
  const onLeft = (uploader: string) => void forgetUploadsOf(uploader, client).catch(() => {});
  return <AccountOrGuestDialog {...props} onLeft={onLeft} />;
}
