import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOT_PLAIN } from '../../shared/contract/text.ts';
import { messages, toasts } from '../../shared/messages.ts';
import { AccountButton } from '../../web/src/features/account/account-button.tsx';
import { AccountDialog, type AccountDialogProps } from '../../web/src/features/account/account-dialog.tsx';
import ClaimOffer from '../../web/src/features/account/claim-offer.tsx';
import { DeletionDialog } from '../../web/src/features/account/deletion-dialog.tsx';
import { GuestAccountDialog } from '../../web/src/features/account/guest-account-dialog.tsx';
import { SignOutEverywhere } from '../../web/src/features/account/sign-out-everywhere.tsx';
import { UserAccountDialog } from '../../web/src/features/account/user-account-dialog.tsx';
import GuestNameDialog from '../../web/src/features/guests/guest-name-dialog.tsx';
import { type GuestCredentials, readGuest, writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { beginPage } from './begin-page.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => {
  beginPage();
  toastStore.dismiss();
  writeGuest(null);
  localStorage.clear();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name });
const grace: GuestCredentials = { id: 'gst_grace', name: 'Grace', token: 'secret', email: null };

it('deleting asks what becomes of the uploads, and waits', async () => {
  const [confirm, close] = [vi.fn<(media: 'keep' | 'delete') => void>(), vi.fn<() => void>()];
  const dialog = (isPending: boolean) => (
    <DeletionDialog
      title="Delete Account"
      text="It is gone for good."
      confirm="Delete Account"
      {...{ isPending }}
      onConfirm={confirm}
      onClose={close}
    />
  );
  const { update } = await show(dialog(false));
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription('It is gone for good.');
  await expect.element(button('Cancel')).toHaveFocus();
  await expectNoViolations();
  await button('Delete Account').click();
  await page.getByText('Delete them, too').click();
  await button('Delete Account').click();
  expect(confirm.mock.calls.flat()).toEqual(['keep', 'delete']);
  await update(dialog(true));
  await expect.element(button('Deleting...')).toHaveFocus();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(close).not.toHaveBeenCalled();
});

describe('the account of a user', () => {
  const dialog = (onDeleted = () => undefined as void) => (
    <UserAccountDialog
      user={sampleUser()}
      ownedEvents={({ text }) => <section aria-label="Your own events">{text}</section>}
      onClose={() => undefined}
      onDeleted={onDeleted}
    />
  );
  const confirm = async () => {
    await button('Delete Account').click();
    await button('Delete Account').click();
  };

  it('names them, and lets them sign out', async () => {
    await show(dialog());
    await expect.element(page.getByRole('dialog', { name: 'Your account' })).toMatchTextContent('Maria Host');
    await expect.element(link('Sign Out')).toHaveAttribute('href', '/api/logout');
    await expectNoViolations();
  });

  it('says that they are signed out, even if the page has learned before that the session is over', async () => {
    const ended = Promise.withResolvers<undefined>();
    const user = sampleUser();
    const Dialog = (props: Omit<AccountDialogProps, 'onDeleted' | 'ownedEvents'>) => (
      <AccountDialog {...props} ownedEvents={() => null} onDeleted={() => undefined} />
    );
    fakeApi({ 'GET /api/auth/user': () => user, 'DELETE /api/auth/sessions': () => ended.promise });
    const { client } = await show(<AccountButton dialog={Dialog} />);
    await button('Your Account').click();
    sessionWatch.learn(user);
    await button('Sign Out Everywhere').click();
    await button('Sign Out Everywhere').click();
    client.setQueryData(['session'], null);
    sessionWatch.learn(null);
    await expect.element(button('Signing out...')).toBeVisible();
    ended.resolve(undefined);
    await expect.element(page.getByRole('alertdialog', { name: 'Signed Out Everywhere' })).toBeVisible();
  });

  it('signs them out everywhere once they confirm, and says so', async () => {
    const sent = fakeApi({ 'DELETE /api/auth/sessions': () => undefined });
    await show(dialog());
    await button('Sign Out Everywhere').click();
    await expect.element(page.getByRole('alertdialog', { name: 'Sign out everywhere?' })).toBeVisible();
    await expect.element(button('Cancel')).toHaveFocus();
    await expectNoViolations();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Your account' })).toBeVisible();
    expect(sent).toEqual([]);
    await button('Sign Out Everywhere').click();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('alertdialog', { name: 'Signed Out Everywhere' })).toBeVisible();
    await expect.element(button('Done')).toHaveFocus();
    expect(sent).toHaveLength(1);
  });

  it('says so until they go on, whatever the page learns meanwhile', async () => {
    const user = sampleUser();
    const Dialog = (props: Omit<AccountDialogProps, 'onDeleted' | 'ownedEvents'>) => (
      <AccountDialog {...props} ownedEvents={() => null} onDeleted={() => undefined} />
    );
    fakeApi({ 'GET /api/auth/user': () => user, 'DELETE /api/auth/sessions': () => undefined });
    const { client } = await show(<AccountButton dialog={Dialog} />);
    await button('Your Account').click();
    sessionWatch.learn(user);
    await button('Sign Out Everywhere').click();
    await button('Sign Out Everywhere').click();
    const said = page.getByRole('alertdialog', { name: 'Signed Out Everywhere' });
    await expect.element(said).toBeVisible();
    // As at the end of a look that was under way.
    client.setQueryData(['session'], null);
    sessionWatch.learn(null);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(said.elements()).toHaveLength(1);
  });

  it('stays signed in where that fails', async () => {
    fakeApi({ 'DELETE /api/auth/sessions': () => NO_NETWORK });
    await show(<SignOutEverywhere onClose={() => undefined} />);
    await button('Sign Out Everywhere').click();
    await expect.element(page.getByText('Failed to sign out everywhere. Please try again.')).toBeVisible();
    await expect.element(button('Sign Out Everywhere')).toBeEnabled();
  });

  it('goes back if they do not want to delete it', async () => {
    await show(dialog());
    await button('Delete Account').click();
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog', { name: 'Your account' })).toBeVisible();
  });

  it('is deleted with what they chose', async () => {
    const deleted = vi.fn<() => void>();
    const sent = fakeApi({ 'DELETE /api/auth/user': () => undefined });
    await show(dialog(deleted));
    await confirm();
    await expect.element(page.getByRole('alertdialog', { name: 'Account Deleted' })).toBeVisible();
    expect(deleted).toHaveBeenCalledOnce();
    expect(sent.map(({ query }) => query)).toEqual([{ media: 'keep' }]);
  });

  it('is deleted, and that is told, even if they leave the page before the answer', async () => {
    const deleted = vi.fn<() => void>();
    const answer = Promise.withResolvers<undefined>();
    const sent = fakeApi({ 'DELETE /api/auth/user': () => answer.promise });
    const { update } = await show(dialog(deleted));
    await confirm();
    await expect.poll(() => sent).toHaveLength(1);
    await update(null);
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(deleted).not.toHaveBeenCalled();
    answer.resolve(undefined);
    await expect.poll(() => deleted.mock.calls).toHaveLength(1);
  });

  it('stays while they own events, which are shown', async () => {
    fakeApi({ 'DELETE /api/auth/user': () => new Refusal(409, { message: 'You still own 2 events.' }) });
    await show(dialog());
    await confirm();
    const owned = page.getByRole('region', { name: 'Your own events' });
    await expect.element(owned).toMatchTextContent('You still own 2 events.');
  });

  it('stays if the network is gone', async () => {
    fakeApi({ 'DELETE /api/auth/user': () => NO_NETWORK });
    await show(dialog());
    await confirm();
    await expect.element(page.getByText('Failed to delete your account. Please try again.')).toBeVisible();
    await expect.element(button('Delete Account')).toBeEnabled();
  });
});

describe('the data of a guest', () => {
  const dialog = (onDeleted = () => undefined as void) => (
    <GuestAccountDialog
      guest={{ ...grace, email: 'grace@example.com' }}
      onClose={() => undefined}
      onDeleted={onDeleted}
    />
  );
  const confirm = async () => {
    await button('Delete Guest Data').click();
    await button('Delete Guest Data').click();
  };

  it('are shown', async () => {
    await show(dialog());
    const about = page.getByRole('dialog', { name: 'You are a guest' });
    await expect.element(about).toMatchTextContent('Grace');
    await expect.element(about).toMatchTextContent('grace@example.com');
    await expectNoViolations();
  });

  it.each([
    ['known', undefined],
    ['unknown to the server', new Refusal(401)],
  ])('are forgotten if they are %s', async (_, answer) => {
    writeGuest(grace);
    const deleted = vi.fn<() => void>();
    fakeApi({ 'DELETE /api/guests/{guestId}': () => answer });
    await show(dialog(deleted));
    await confirm();
    await expect.element(page.getByText('Guest Data Deleted')).toBeVisible();
    expect(deleted).toHaveBeenCalledOnce();
    expect(readGuest()).toBeNull();
  });

  it('stay if that fails', async () => {
    writeGuest(grace);
    fakeApi({ 'DELETE /api/guests/{guestId}': () => NO_NETWORK });
    await show(dialog());
    await confirm();
    await expect.element(page.getByText('Failed to delete your data. Please try again.')).toBeVisible();
    expect(readGuest()).toEqual(grace);
  });
});

it('the account dialog is that of the user, else of the guest, else nobody’s', async () => {
  fakeApi({ 'GET /api/auth/user': () => new Refusal(401), 'DELETE /api/auth/user': () => undefined });
  const deleted = vi.fn<(person: string) => void>();
  const dialog = (who: Pick<AccountDialogProps, 'guest'>) => (
    <AccountDialog {...who} ownedEvents={() => null} onClose={() => undefined} onDeleted={deleted} />
  );
  const { client, update } = await show(dialog({ guest: null }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await update(dialog({ guest: grace }));
  await expect.element(page.getByRole('dialog', { name: 'You are a guest' })).toBeVisible();
  client.setQueryData(['session'], sampleUser());
  await button('Delete Account').click();
  await button('Delete Account').click();
  await vi.waitFor(() => expect(deleted).toHaveBeenCalledExactlyOnceWith('user:usr_maria'));
});

describe('the account button', () => {
  const Dialog = ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Close it
    </button>
  );

  it('is not there for strangers', async () => {
    fakeApi({ 'GET /api/auth/user': () => new Refusal(401) });
    await show(<AccountButton dialog={Dialog} />);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('opens the dialog of a guest', async () => {
    writeGuest(grace);
    fakeApi({ 'GET /api/auth/user': () => new Refusal(401) });
    await show(<AccountButton dialog={Dialog} />);
    await button('Your Data as Grace').click();
    await button('Close it').click();
    await expect.element(button('Close it')).not.toBeInTheDocument();
  });

  it('names the account of a user', async () => {
    fakeApi({ 'GET /api/auth/user': () => sampleUser() });
    await show(<AccountButton dialog={Dialog} />);
    await expect.element(button('Your Account')).toBeVisible();
  });
});

describe('taking a guest’s photos along', () => {
  it('is offered until it is declined', async () => {
    const { update } = await show(<ClaimOffer guest={grace} />);
    await expect
      .element(page.getByRole('region', { name: 'Take your photos along?' }))
      .toMatchTextContent('Grace');
    await expectNoViolations();
    await button('No, Thanks').click();
    await update(<ClaimOffer key="again" guest={grace} />);
    await expect.element(page.getByRole('region')).not.toBeInTheDocument();
    await update(<ClaimOffer key="another" guest={{ ...grace, id: 'gst_9', name: 'Ben' }} />);
    await expect.element(page.getByRole('region')).toMatchTextContent('Ben');
  });

  it('waits, and forgets the guest', async () => {
    writeGuest(grace);
    const held = Promise.withResolvers<{ claimed: boolean }>();
    fakeApi({ 'POST /api/guests/claim': () => held.promise });
    await show(<ClaimOffer guest={{ ...grace, id: 'gst_2' }} />);
    await button('Move to My Account').click();
    await expect.element(button('Moving...')).toHaveFocus();
    await expect.element(button('No, Thanks')).toBeDisabled();
    held.resolve({ claimed: true });
    await expect.element(page.getByText('What you did as Grace is yours now.')).toBeVisible();
    expect(readGuest()).toBeNull();
  });

  it.each([
    ['gone', new Refusal(409, { message: 'Somebody else has it.' }), 'Somebody else has it.', null],
    ['out of reach', NO_NETWORK, 'Failed to move your photos. Please try again.', grace],
  ] as const)('says why if the guest is %s', async (_, answer, said, left) => {
    writeGuest(grace);
    fakeApi({ 'POST /api/guests/claim': () => answer });
    await show(<ClaimOffer guest={{ ...grace, id: 'gst_3' }} />);
    await button('Move to My Account').click();
    await expect.element(page.getByRole('alert').last()).toMatchTextContent(`Move Failed${said}`);
    expect(readGuest()).toEqual(left);
  });
});

describe('becoming a guest', () => {
  const [close, registered] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const dialog = <GuestNameDialog onClose={close} onRegistered={registered} />;
  const name = page.getByLabelText('Name');

  it('needs a name', async () => {
    await show(dialog);
    await expect.element(page.getByRole('dialog', { name: 'Upload as Guest' })).toBeVisible();
    await expect.element(name).toHaveFocus();
    await expectNoViolations();
    await name.fill('  ');
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveAccessibleDescription(messages.guestNameRequired);
    await expect.element(name).toHaveFocus();
    await expect.element(page.getByRole('alert').last()).toMatchTextContent(toasts.guestNameRequired.title);
    await name.fill('Gra\u202Ece');
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveAccessibleDescription(NOT_PLAIN);
    await expect.element(name).toHaveFocus();
  });

  it('waits, shows what the API refuses, and then goes on', async () => {
    const held = Promise.withResolvers<Refusal>();
    const issues = [{ path: 'email', message: 'That is no address.' }];
    const sent = fakeApi({ 'POST /api/guests': () => (sent.length === 1 ? held.promise : grace) });
    await show(dialog);
    await name.fill(' Grace ');
    await page.getByLabelText('Email (optional)').fill('grace@example.com');
    await button('Continue as Guest').click();
    await expect.element(button('Continue as Guest')).toHaveAttribute('aria-busy', 'true');
    await expect.element(button('Cancel')).toBeDisabled();
    held.resolve(new Refusal(400, { message: 'Invalid.', issues }));
    await expect
      .element(page.getByLabelText('Email (optional)'))
      .toHaveAccessibleDescription('That is no address.');
    await expect
      .element(page.getByRole('alert').last())
      .toMatchTextContent(toasts.guestRegistrationFailed.text);
    await page.getByLabelText('Email (optional)').fill('');
    await button('Continue as Guest').click();
    await vi.waitFor(() => expect(registered).toHaveBeenCalledOnce());
    expect(readGuest()).toEqual(grace);
    expect(sent[1]?.body).toEqual({ name: 'Grace', email: '' });
  });
});
