import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOT_PLAIN } from '../../shared/contract/text.ts';
import { messages } from '../../shared/messages.ts';
import { CreateEventForm, type NewEvent } from '../../web/src/features/events/create-event-form.tsx';
import DeleteEventDialog from '../../web/src/features/events/delete-event-dialog.tsx';
import EditEventDialog from '../../web/src/features/events/edit-event-dialog.tsx';
import { EventDayField } from '../../web/src/features/events/event-day-field.tsx';
import { PRIVACY_HINT } from '../../web/src/lib/event-labels.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleTotals } from './sample-views.ts';
import { show } from './show.tsx';
import { showSite } from './show-site.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name });
const field = (name: string | RegExp) => page.getByLabelText(name);
const dialog = (name: string) => page.getByRole('alertdialog', { name });
const optionsOf = (name: string) =>
  [...field(name).element().querySelectorAll('option')].map(({ textContent }) => textContent);

it('a new event needs a name, which is said at its field and forgotten once it is typed', async () => {
  const submit = vi.fn<(event: NewEvent) => void>();
  await show(<CreateEventForm onSubmit={submit} pending={false} />);
  await expectNoViolations();
  await button('Create Event').click();
  expect(submit).not.toHaveBeenCalled();
  await expect.element(field('Event Name')).toHaveFocus();
  await expect.element(field('Event Name')).toHaveAccessibleDescription(messages.eventNameRequired);
  await expectNoViolations();
  for (const [name, message] of [
    ['\u200B', messages.eventNameRequired],
    ['Summer \u202Eparty', NOT_PLAIN],
  ] as const) {
    await field('Event Name').fill(name);
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Event Name')).toHaveAccessibleDescription(message);
  }
  expect(submit).not.toHaveBeenCalled();
  await field('Event Name').fill('Summer party');
  await expect.element(field('Event Name')).not.toHaveAttribute('aria-invalid');
  await userEvent.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledExactlyOnceWith({
    name: 'Summer party',
    privacy: 'private',
    moderationEnabled: false,
    isPaid: false,
    currency: 'usd',
  });
});

it('the label of the first field that is wrong is not covered by the page’s bar', async () => {
  await page.viewport(390, 500);
  onTestFinished(() => page.viewport(1280, 800));
  await showSite({ at: '/create', as: 'host' });
  await expect.element(button('Create Event')).toBeVisible();
  const name = field('Event Name').element();
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
  scrollBy(0, name.getBoundingClientRect().top - bar);
  name.closest('form')?.requestSubmit();
  await expect.element(field('Event Name')).toHaveFocus();
  const label = page.getByText('Event Name *').element();
  expect(label.getBoundingClientRect().top).toBeGreaterThanOrEqual(bar);
});

it('a new event has a price only where it is paid, and then it needs one', async () => {
  const submit = vi.fn<(event: NewEvent) => void>();
  await show(<CreateEventForm onSubmit={submit} pending={false} />);
  const price = field(/^Event Price \(USD\)/);
  const labels = [...document.querySelectorAll('label, legend')].map(({ textContent }) => textContent);
  expect(labels).toEqual([
    'Event Name *',
    'Description',
    'Event Date',
    'Event Type',
    'Privacy Setting',
    'Private',
    'Unlisted',
    'Public',
    'Enable Moderation',
    'Paid Event',
  ]);
  // Nothing is preselected, and nothing can be chosen again.
  await expect.element(field('Event Type')).toHaveValue('');
  expect(optionsOf('Event Type')).toEqual([
    'Choose a type',
    'Wedding',
    'Birthday Party',
    'Family Reunion',
    'Corporate Event',
    'Concert',
    'Graduation',
    'Other',
  ]);
  await expect.element(field('Event Date')).toHaveAttribute('type', 'date');
  await expect.element(page.getByRole('radio', { name: 'Private' })).toBeChecked();
  for (const hint of [
    'Only people with the link can access',
    'Hidden from public listings',
    'Anyone can view and upload',
  ])
    await expect.element(page.getByText(hint)).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Privacy Setting' }))
    .toHaveAccessibleDescription(PRIVACY_HINT);
  await expect.element(price).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Public' }).click({ force: true });
  await field('Event Type').selectOptions('Wedding');
  await page.getByRole('checkbox', { name: 'Paid Event' }).click({ force: true });
  for (const [name, value] of [
    ['type', 'number'],
    ['step', '0.01'],
    ['min', '0'],
    ['required', ''],
  ] as const)
    await expect.element(price).toHaveAttribute(name, value);
  await button('Create Event').click();
  await expect.element(field('Event Name')).toHaveAccessibleDescription(messages.eventNameRequired);
  await expect.element(price).toHaveAccessibleDescription(messages.priceRequired);
  await field('Event Name').fill('Summer party');
  await price.fill('12.5');
  await button('Create Event').click();
  expect(submit).toHaveBeenCalledOnce();
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ privacy: 'public', eventType: 'wedding', isPaid: true });
});

it('the form of a new event shows what the API refused, and that it is at work', async () => {
  const { update } = await show(
    <CreateEventForm onSubmit={() => undefined} pending={false} serverErrors={{ date: 'That is no day.' }} />,
  );
  await expect.element(field('Event Date')).toHaveAccessibleDescription('That is no day.');
  await update(<CreateEventForm onSubmit={() => undefined} pending />);
  await expect.element(button('Creating Event...')).toHaveAttribute('aria-busy', 'true');
});

it('a day left empty stays, and one removed says so', async () => {
  await show(<EventDayField day="2026-06-20" error={undefined} />);
  const day = field('Event Date');
  await expect.element(day).toHaveValue('2026-06-20');
  await day.fill('');
  await expect.element(day).toHaveAccessibleDescription('Left empty, it stays June 20, 2026.');
  await button('Remove date').click();
  await expect.element(day).toHaveAccessibleDescription('The date is removed when you save.');
  await expect.element(button('Remove date')).not.toBeInTheDocument();
  await day.fill('2026-07-01');
  await expect.element(button('Remove date')).toBeVisible();
});

it('an event without a day has none to remove', async () => {
  await show(<EventDayField day={null} error="That is no day." />);
  await expect.element(field('Event Date')).toHaveAccessibleDescription('That is no day.');
  await expect.element(button('Remove date')).not.toBeInTheDocument();
});

it('editing waits for the answer, says what failed, and closes once it is saved', async () => {
  const close = vi.fn<() => void>();
  const held = Promise.withResolvers<Refusal>();
  const sent = fakeApi({
    'PUT /api/events/{eventId}': () => (sent.length === 1 ? held.promise : sampleEvent({ name: 'Ferry' })),
  });
  await show(<EditEventDialog event={sampleEvent({ description: 'Bring cake.' })} onClose={close} />);
  await expect.element(field('Description')).toHaveValue('Bring cake.');
  expect([...document.querySelectorAll('dialog label')].map(({ textContent }) => textContent)).toEqual([
    'Event Name *',
    'Event Date',
    'Description',
    'Privacy',
    'Content Moderation',
  ]);
  expect(optionsOf('Privacy')).toEqual([
    'Private: Only invited guests',
    'Unlisted: Anyone with link',
    'Public: Anyone can find',
  ]);
  await expect.element(field('Privacy')).toHaveValue('unlisted');
  await expect.element(page.getByText('Review photos before they appear in the gallery')).toBeVisible();
  await expectNoViolations();
  await field('Event Name').fill('');
  await button('Save Changes').click();
  await expect.element(field('Event Name')).toHaveFocus();
  await expect.element(field('Event Name')).toHaveAccessibleDescription(messages.eventNameRequired);
  await field('Event Name').fill('Ferry');
  await button('Save Changes').click();
  await expect.element(button('Saving...')).toHaveFocus();
  await expect.element(button('Cancel')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  held.resolve(new Refusal(403, { message: 'You are not the host.' }));
  await expect.element(page.getByRole('alert').last()).toMatchTextContent('You are not the host.');
  expect(close).not.toHaveBeenCalled();
  await expect.element(field('Event Name')).toHaveValue('Ferry');
  await button('Save Changes').click();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent[1]?.body).toMatchObject({ name: 'Ferry', date: '2026-06-20', privacy: 'unlisted' });
});

type Deletion = { isPaid?: boolean; totals?: () => Promise<ReturnType<typeof sampleTotals>> };

async function showDeletion({
  isPaid = false,
  totals = () => Promise.reject(new Error('none')),
}: Deletion = {}) {
  const [close, deleted] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await show(
    <DeleteEventDialog
      event={sampleEvent({ isPaid })}
      readTotals={totals}
      onClose={close}
      onDeleted={deleted}
    />,
  );
  return { close, deleted };
}

it('deleting an event asks once, and leaves its page', async () => {
  const sent = fakeApi({ 'DELETE /api/events/{eventId}': () => undefined });
  const { close, deleted } = await showDeletion();
  await expect.element(dialog('Delete Event')).toHaveAccessibleDescription(/“Summer party”/);
  await button('Cancel').click();
  expect(close).toHaveBeenCalledOnce();
  await button('Delete').click();
  await vi.waitFor(() => expect(deleted).toHaveBeenCalledOnce());
  expect(sent.map(({ query }) => query)).toEqual([{}]);
});

it.each([
  ['Failed to delete event', NO_NETWORK],
  ['This event is gone.', new Refusal(404, { message: 'This event is gone.' })],
] as const)('deleting an event that fails says why, and can be tried again: %s', async (said, answer) => {
  const { deleted } = await showDeletion();
  fakeApi({ 'DELETE /api/events/{eventId}': () => answer });
  await button('Delete').click();
  await expect.element(page.getByRole('alert').last()).toMatchTextContent(said);
  await expect.element(dialog('Delete Event')).toBeVisible();
  await expect.element(button('Delete')).toBeEnabled();
  expect(deleted).not.toHaveBeenCalled();
});

it.each([
  [1, '1 person paid $12.50 for this event.'],
  [3, '3 people paid $12.50 for this event.'],
])('deleting an event that %i paid for asks again', async (accessCount, said) => {
  const sent = fakeApi({ 'DELETE /api/events/{eventId}': () => undefined });
  const { deleted } = await showDeletion({
    isPaid: true,
    totals: () => Promise.resolve(sampleTotals({ accessCount })),
  });
  await button('Delete').click();
  await expect
    .element(dialog('Delete Paid Event'))
    .toHaveAccessibleDescription(new RegExp(`^${said.replaceAll(/[$.]/g, String.raw`\$&`)}`));
  await expect
    .element(page.getByRole('link', { name: 'See Payments' }))
    .toHaveAttribute('href', `/event/${EVENT_ID}/payments`);
  await expectNoViolations();
  expect(sent).toEqual([]);
  await button('Delete Without Refunds').click();
  await vi.waitFor(() => expect(deleted).toHaveBeenCalledOnce());
  expect(sent[0]?.query).toEqual({ confirm: 'payments' });
});

it('somebody who pays meanwhile makes it ask again, too', async () => {
  fakeApi({ 'DELETE /api/events/{eventId}': () => new Refusal(409, { message: '', code: 'has_payments' }) });
  await showDeletion({ isPaid: true });
  await button('Delete').click();
  await expect
    .element(dialog('Delete Paid Event'))
    .toHaveAccessibleDescription(/^People have paid for this event\./);
});
