import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { UserView } from '../../shared/contract/entities.ts';
import { SESSION_CHANGED } from '../../shared/contract/expected-user.ts';
import EditEventDialog from '../../web/src/features/events/edit-event-dialog.tsx';
import { setCallingPage } from '../../web/src/lib/call.ts';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import CreateEvent from '../../web/src/routes/create-event.tsx';
import { ConfirmDialog } from '../../web/src/ui/confirm-dialog.tsx';
import { Dialog } from '../../web/src/ui/dialog.tsx';
import { SessionNotice } from '../../web/src/ui/session-notice.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { fakeApi, Refusal } from './fake-api.ts';
import { sampleEvent } from './sample-views.ts';
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

describe('a form that is sent for Ada', () => {
  let signedIn: UserView | null;
  let shown: string[];
  /** Answers a call as the server does, which asks whom the page takes for signed in. */
  const forAda = <T,>(answer: T): T | Refusal =>
    signedIn === ada ? answer : new Refusal(401, { message: 'Sign in.', code: SESSION_CHANGED });

  beforeEach(() => {
    signedIn = ada;
    shown = [];
    vi.spyOn(toastStore, 'show').mockImplementation(({ title }) => void shown.push(title));
    sessionWatch.start({
      lookUp: async () => sessionWatch.learn(signedIn),
      tellTabs: () => undefined,
      onScreenChanged: async () => undefined,
      nowMs: () => 0,
    });
    sessionWatch.learn(ada);
    setCallingPage({
      expectedUser: () => sessionWatch.expectedUser(),
      onUnauthorised: (expectedUser, isAction) => sessionWatch.refused(expectedUser, isAction),
    });
    onTestFinished(() => {
      setCallingPage(undefined);
      vi.restoreAllMocks();
    });
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const name = page.getByLabelText('Event Name');

  it('keeps a new event when her session has ended, and creates it once she is back', async () => {
    const sent = fakeApi({ 'POST /api/events': () => forAda(sampleEvent()) });
    await show(
      <>
        <SessionNotice />
        <CreateEvent />
      </>,
    );
    await name.fill('Harbour');
    signedIn = null;
    await press('Create Event');
    await expect
      .element(notice)
      .toMatchTextContent('You have been signed out. What you entered stays here: sign in as Ada');
    await expect.element(name).toHaveValue('Harbour');
    signedIn = ada;
    await press('Create Event');
    await expect.element(page.getByRole('heading', { name: 'Event Created Successfully' })).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    expect(shown).toEqual(['Event Created']);
    expect(sent.map(({ headers, body }) => [headers['x-gatherlens-user'], body])).toEqual(
      [1, 2].map(() => ['Ada', expect.objectContaining({ name: 'Harbour' })]),
    );
  });

  it('keeps an edit while Bea is signed in, and is never sent as hers', async () => {
    const close = vi.fn<() => void>();
    const sent = fakeApi({ 'PUT /api/events/{eventId}': () => forAda(sampleEvent()) });
    await show(<EditEventDialog event={sampleEvent()} onClose={close} />);
    await name.fill('Quay of Ada');
    signedIn = bea;
    for (const tries of [1, 2]) {
      await press('Save Changes');
      await expect.poll(() => sent).toHaveLength(tries);
      await expect
        .element(notice)
        .toMatchTextContent(/^You are now signed in as Bea\. .* sign in as Ada in a new tab/);
      await expect.element(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
    }
    await expect.element(name).toHaveValue('Quay of Ada');
    expect(shown).toEqual([]);
    expect(sent.map(({ headers }) => headers['x-gatherlens-user'])).toEqual(['Ada', 'Ada']);
    expect(close).not.toHaveBeenCalled();
  });
});
