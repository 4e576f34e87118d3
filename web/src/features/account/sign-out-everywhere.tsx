import { useMutation } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { useKeepScreen } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { endSessions } from './actions.ts';

/** Leaving goes through the logout URL, which also ends the identity provider's session in this browser. */
export const signOut = () => location.assign(paths.logout);

/** Asks whether to end all sessions of the signed-in user, and says that it is done. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  // The server may say that the session has ended before it says that all have.
  useKeepScreen();
  const { mutate, isPending, isSuccess } = useMutation(endSessions());
  if (isSuccess) {
    return (
      <Dialog
        key="ended"
        kind="alert"
        width="narrow"
        title="Signed Out Everywhere"
        description="You are signed out on this device and on all others."
        onClose={signOut}
        footer={
          <Button variant="primary" onClick={signOut} data-autofocus>
            Done
          </Button>
        }
      />
    );
  }
  return (
    <Dialog
      key="everywhere"
      kind="alert"
      width="narrow"
      title="Sign out everywhere?"
      description="You will be signed out on this device and on every other one that is signed in to your account."
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending} data-autofocus>
            Cancel
          </Button>
          <Button variant="primary" pending={isPending} onClick={() => mutate()}>
            {isPending ? 'Signing out...' : 'Sign Out Everywhere'}
          </Button>
        </>
      }
    />
  );
}
