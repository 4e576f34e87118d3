import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { UserView } from '../../shared/contract/entities.ts';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import { ConfirmDialog } from '../../web/src/ui/confirm-dialog.tsx';
import { Dialog } from '../../web/src/ui/dialog.tsx';
import { SessionNotice } from '../../web/src/ui/session-notice.tsx';
import { expectNoViolations } from './axe.ts';
import { show } from './show.tsx';

const person = (firstName: string): UserView => ({
  id: firstName,
  email: `${firstName}@example.com`,
  firstName,
  lastName: null,
  profileImageUrl: null,
});
const [ada, bea] = [person('Ada'), person('Bea')];
const notice = page.getByRole('status').filter({ hasText: /./ });
const signIn = page.getByRole('link', { name: 'Sign In' });

beforeEach(() => {
  sessionWatch.start({
    lookUp: async () => undefined,
    tellTabs: vi.fn<(userId: string) => void>(),
    onScreenChanged: vi.fn<() => Promise<void>>(),
    nowMs: () => 0,
  });
  sessionWatch.learn(ada);
  sessionWatch.dismiss();
});

it('says nothing while the session is the same', async () => {
  await show(<SessionNotice />);
  await expect.element(notice).not.toBeInTheDocument();
});

it('says that one was signed out, and leads to signing in, until it is dismissed', async () => {
  await show(<SessionNotice />);
  sessionWatch.learn(null);
  await expect.element(notice).toMatchTextContent('You have been signed out.');
  await expect.element(signIn).toBeVisible();
  expect(signIn.element().getAttribute('target')).toBeNull();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

it('says who is signed in now', async () => {
  await show(<SessionNotice />);
  sessionWatch.learn(bea);
  await expect.element(notice).toMatchTextContent('You are now signed in as Bea.');
  await expect.element(signIn).not.toBeInTheDocument();
});

it('keeps what was entered for its person, who signs in elsewhere', async () => {
  await show(<SessionNotice />);
  const release = sessionWatch.keepScreen();
  sessionWatch.learn(null);
  await expect
    .element(notice)
    .toMatchTextContent('You have been signed out. What you entered stays here: sign in as Ada in a new tab');
  await expect.element(signIn).toHaveAttribute('target', '_blank');
  await expectNoViolations();
  sessionWatch.learn(ada);
  await expect.element(notice).not.toBeInTheDocument();
  release();
});

it.each([
  ['somebody else is signed in', bea],
  ['they are signed out', null],
])('what one person was asked is closed once %s, and nothing else', async (_, next) => {
  const [close, closeQuestion] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await show(
    <>
      <Dialog title="Uploads" onClose={close} />
      <ConfirmDialog
        title="Delete Media"
        text="Delete 3 files?"
        confirm="Delete"
        confirming="Deleting..."
        isPending={false}
        onConfirm={() => undefined}
        onClose={closeQuestion}
      />
    </>,
  );
  sessionWatch.learn(ada);
  expect(closeQuestion).not.toHaveBeenCalled();
  sessionWatch.learn(next);
  expect(closeQuestion).toHaveBeenCalledOnce();
  // Of the notice, which says so.
  sessionWatch.dismiss();
  expect(closeQuestion).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
});
