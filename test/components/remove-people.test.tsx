import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PeopleList } from '../../web/src/features/people/people-list.tsx';
import { RemoveIdleDialog } from '../../web/src/features/people/remove-idle-dialog.tsx';
import { RemoveRecentDialog } from '../../web/src/features/people/remove-recent-dialog.tsx';
import { formatInstant } from '../../web/src/lib/format-instant.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectToast } from './expect-toast.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, samplePerson } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name, exact: true });
type Batch = { people: number; cursor: string | null };

describe('people without uploads', () => {
  const removeAll = 'Remove everybody without uploads';
  const dialog = page.getByRole('alertdialog', { name: 'Remove Everybody Without Uploads' });

  it('are counted before they are removed, in as many calls as it takes', async () => {
    const last = Promise.withResolvers<Batch>();
    const batches: (Batch | Promise<Batch>)[] = [{ people: 7, cursor: 'next' }, last.promise];
    let people = [samplePerson({ uploadCount: 0 })];
    const sent = fakeApi({
      'GET /api/events/{eventId}/people': () => people,
      'POST /api/events/{eventId}/people/remove-idle': ({ body }) =>
        (body as { countOnly: boolean }).countOnly
          ? { people: 12, cursor: null }
          : (batches.shift() ?? new Refusal(500)),
    });
    await show(<PeopleList event={sampleEvent()} />);
    await button(removeAll).click();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        '12 people have no uploads here, or only rejected and unsupported ones. They lose their place, and their votes are taken back. Anyone who has paid stays. Nobody is blocked: real guests can come back at any time.',
      );
    await expectNoViolations();
    await button('Remove 12 people').click();
    await expect.element(dialog).toMatchTextContent('7 of 12 people removed. Keep this page open.');
    await expect.element(button('Cancel')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toBeVisible();
    people = [];
    last.resolve({ people: 5, cursor: null });
    await expectToast('People Removed', '12 people removed.');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Remove Grace')).not.toBeInTheDocument();
    const bodies = sent.filter(({ name }) => name.endsWith('remove-idle')).map(({ body }) => body);
    expect(bodies).toEqual([{ countOnly: true }, { countOnly: false }, { countOnly: false, cursor: 'next' }]);
  });

  it('that cannot be counted are counted again, in the same element, without losing the focus', async () => {
    const answers = [NO_NETWORK, { people: 2, cursor: null }] as const;
    let calls = 0;
    fakeApi({
      'POST /api/events/{eventId}/people/remove-idle': () => answers[Math.min(calls++, 1)] ?? NO_NETWORK,
    });
    await show(<RemoveIdleDialog eventId={EVENT_ID} isPaused={false} onClose={() => undefined} />);
    const spoken = () => document.querySelector('dialog p [aria-live]');
    const region = spoken();
    expect(region).not.toBeNull();
    await button('Try again').click();
    await expect.element(button('Remove 2 people')).toBeVisible();
    expect(spoken()).toBe(region);
    await expect.element(button('Cancel')).toHaveFocus();
  });

  it('are counted again after a failure, and may be nobody', async () => {
    const counts = [3, 1, 0];
    const close = vi.fn<() => void>();
    fakeApi({
      'POST /api/events/{eventId}/people/remove-idle': ({ body }) =>
        (body as { countOnly: boolean }).countOnly
          ? { people: counts.shift() ?? 0, cursor: null }
          : NO_NETWORK,
    });
    const question = <RemoveIdleDialog eventId={EVENT_ID} isPaused onClose={close} />;
    const { unmount } = await show(question);
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(/while guest uploads are paused they can only look\.$/);
    await button('Remove 3 people').click();
    await expectToast('Error', 'Not everybody could be removed. Try again: it goes on where it stopped.');
    await expect.element(button('Remove 1 person')).toBeVisible();
    expect(close).not.toHaveBeenCalled();
    await unmount();
    await show(question);
    await expect.element(dialog).toHaveAccessibleDescription(/There is nobody to remove\.$/);
    await button('Close').click();
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('recent guests', () => {
  const dialog = page.getByRole('alertdialog', { name: 'Remove Recent Guests' });
  const since = '2026-06-30T18:00:00.000Z';
  const RECENT = 'POST /api/events/{eventId}/people/block-recent';
  type Asked = { countOnly: boolean; joined: object; cursor?: string };
  const bodiesOf = (sent: readonly { name: string; body?: unknown }[]) =>
    sent.filter(({ name }) => name === RECENT).map(({ body }) => body);

  it('are counted for the last minutes, and removed since the instant that was counted from', async () => {
    const last = Promise.withResolvers<Batch & { since: string }>();
    const meanwhile = [
      { people: 2, since, cursor: null },
      { people: 0, since, cursor: null },
    ];
    const removed = [{ people: 200, since, cursor: 'next' }, last.promise, ...meanwhile];
    let people = [samplePerson()];
    const sent = fakeApi({
      'GET /api/events/{eventId}/people': () => people,
      [RECENT]: ({ body }) => {
        const { countOnly, cursor } = body as Asked;
        if (!countOnly) return removed.shift() ?? new Refusal(500);
        return cursor === undefined
          ? { people: 300, since, cursor: 'more' }
          : { people: 14, since, cursor: null };
      },
    });
    await show(<PeopleList event={sampleEvent()} />);
    await button('Remove recent guests').click();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        `314 people joined since ${formatInstant(since)} and can then no longer open this event. What they uploaded stays until you delete it, and votes count on. You can let each of them back in at any time. Anyone with an account and anyone who has paid stays. To keep new ones out, pause guest uploads.`,
      );
    await expectNoViolations();
    await button('Remove 314 people').click();
    await expect.element(dialog).toMatchTextContent('200 of 314 people removed. Keep this page open.');
    await expect.element(button('Cancel')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toBeVisible();
    people = [samplePerson({ isBlocked: true })];
    last.resolve({ people: 114, since, cursor: null });
    await expectToast('People Removed', '316 people removed.');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Restore Grace')).toBeVisible();
    expect(bodiesOf(sent)).toEqual([
      { countOnly: true, joined: { lastMinutes: 10 } },
      { countOnly: true, joined: { since }, cursor: 'more' },
      { countOnly: false, joined: { since } },
      { countOnly: false, joined: { since }, cursor: 'next' },
      // Those who joined meanwhile, until there are none.
      { countOnly: false, joined: { since } },
      { countOnly: false, joined: { since } },
    ]);
  });

  it('are those of another time once it is chosen, in the time of the host', async () => {
    const sent = fakeApi({
      [RECENT]: ({ body }) => {
        const { joined } = body as Asked;
        return { people: 'since' in joined ? 1 : 0, since, cursor: null };
      },
    });
    await show(<RemoveRecentDialog eventId={EVENT_ID} isPaused onClose={() => undefined} />);
    await expect.element(dialog).toHaveAccessibleDescription(/There is nobody to remove\.$/);
    await page.getByRole('radio', { name: 'In the last hour' }).click();
    await expect.element(button('Close')).toBeVisible();
    await page.getByRole('radio', { name: 'Since a time of my choice' }).click();
    await expect.element(dialog).toHaveAccessibleDescription('Choose since when they joined.');
    await expect.element(page.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
    await page.getByLabelText('Joined since').fill('2026-06-30T20:15');
    await expect.element(button('Remove 1 person')).toBeVisible();
    await expect.element(dialog).toHaveAccessibleDescription(/anyone who has paid stays\.$/);
    await expectNoViolations();
    expect(bodiesOf(sent)).toEqual([
      { countOnly: true, joined: { lastMinutes: 10 } },
      { countOnly: true, joined: { lastMinutes: 60 } },
      { countOnly: true, joined: { since: new Date('2026-06-30T20:15').toISOString() } },
    ]);
  });

  it('are counted again from the same instant where removing them failed', async () => {
    const counts = [3, 1];
    const close = vi.fn<() => void>();
    const sent = fakeApi({
      [RECENT]: ({ body }) =>
        (body as Asked).countOnly ? { people: counts.shift() ?? 0, since, cursor: null } : NO_NETWORK,
    });
    await show(<RemoveRecentDialog eventId={EVENT_ID} isPaused={false} onClose={close} />);
    await button('Remove 3 people').click();
    await expectToast('Error', 'Not everybody could be removed. Try again: it goes on where it stopped.');
    await expect.element(button('Remove 1 person')).toBeVisible();
    expect(close).not.toHaveBeenCalled();
    expect(bodiesOf(sent).at(-1)).toEqual({ countOnly: true, joined: { since } });
  });
});
