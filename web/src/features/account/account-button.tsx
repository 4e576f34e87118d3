import { type ComponentType, useState } from 'react';
import { useGuest } from '../../lib/guest-credentials.ts';
import { useScreenSession } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import type { AccountDialogProps } from './account-dialog.tsx';

type AccountButtonProps = { dialog: ComponentType<Omit<AccountDialogProps, 'onDeleted' | 'ownedEvents'>> };

/** Opens the account dialog of the current user or guest; renders nothing for anonymous viewers. */
export function AccountButton({ dialog: AccountDialog }: AccountButtonProps) {
  const { user } = useScreenSession();
  const guest = useGuest();
  const [isOpen, setOpen] = useState(false);
  if (!user && !guest) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {user ? (
          'Your Account'
        ) : (
          <>
            Your Data as <bdi>{guest?.name || 'a Guest'}</bdi>
          </>
        )}
      </Button>
      {isOpen && <AccountDialog guest={guest} onClose={() => setOpen(false)} />}
    </>
  );
}
