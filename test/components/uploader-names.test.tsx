import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FirstNamesSwitch } from '../../web/src/features/events/first-names-switch.tsx';
import { SenderFilter } from '../../web/src/features/moderation/sender-filter.tsx';
import { PersonRow } from '../../web/src/features/people/person-row.tsx';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import Moderation from '../../web/src/routes/moderation.tsx';
import People from '../../web/src/routes/people.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectToast } from './expect-toast.ts';
import { type Answers, fakeApi, ListPage, NO_NETWORK } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, samplePerson, sampleUser } from './sample-views.ts';
import { showEvent } from './show-event.tsx';
import { show } from './show.tsx';

// Who sent what, for those who may know.

beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  toastStore.dismiss();
  writeGuest(null);
});

const LIST = 'GET /api/events/{eventId}/media';
const CHANGE = 'PUT /api/events/{eventId}';
const text = (words: string) => page.getByText(words, { exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const names = page.getByRole('switch', { name: 'Show first names to everybody' });
const host = { user: sampleUser() };
const ginas = sampleMedia({ id: 'med_1', guestUploadedBy: 'gst_gina', uploaderName: 'Gina' });
const left = sampleMedia({ id: 'med_2', guestUploadedBy: 'gst_tom', originalName: 'IMG_2.jpg' });

it('the large view tells the host who sent a photo, and leads to all that they sent', async () => {
  const { address } = await showEvent(sampleEvent({ mediaCount: 2 }), {
    ...host,
    query: '?media=med_1',
    more: { [LIST]: ({ query }) => (query['uploader'] === 'gst_gina' ? [ginas] : [ginas, left]) },
  });
  await expect.element(page.getByText('by Gina')).toBeVisible();
  await expectNoViolations();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('by someone who left')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  await link('Gina').click();
  await expect.element(page.getByRole('heading', { name: 'Uploads by Gina' })).toBeVisible();
  await expect.element(text('1 upload')).toBeVisible();
  expect(address()).toBe(`/event/${EVENT_ID}?uploads=gst_gina`);
  await expectNoViolations();
});

it.each([
  ['somebody', { uploaderName: 'Gina' }, true, ['by Gina']],
  ['themselves', { isOwn: true }, true, ['by you']],
  ['somebody from before', {}, true, []],
  ['themselves, where no names are shown', { isOwn: true }, false, []],
] as const)(
  'the large view tells a guest as much as they may know of %s',
  async (_, changes, isOn, words) => {
    writeGuest({ id: 'gst_grace', name: 'Grace', token: 'secret', email: null });
    await showEvent(sampleEvent({ role: 'guest', mediaCount: 1, showsFirstNames: isOn }), {
      query: '?media=med_1',
      more: { [LIST]: () => [sampleMedia(changes)] },
    });
    await expect.element(page.getByText('1 of 1')).toBeVisible();
    const named = page.getByRole('dialog').getByText(/^by /);
    await expect.poll(() => named.elements().map(({ textContent }) => textContent)).toEqual(words);
  },
);

it('nobody but the host sees the uploads of another, by their address either', async () => {
  writeGuest({ id: 'gst_grace', name: 'Grace', token: 'secret', email: null });
  const { sent } = await showEvent(sampleEvent({ role: 'guest', mediaCount: 0 }), {
    query: '?uploads=gst_gina',
  });
  await expect.element(text('No photos yet')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent.filter(({ query }) => query['uploader'])).toEqual([]);
});

it('the host is told that somebody has no uploads', async () => {
  await showEvent(sampleEvent({ mediaCount: 0 }), { ...host, query: '?uploads=gst_gina' });
  await expect.element(page.getByRole('heading', { name: 'Uploads', exact: true })).toBeVisible();
  await expect.element(text('They have nothing in this event.')).toBeVisible();
});

const moderated: Answers = {
  'GET /api/auth/user': () => sampleUser(),
  'GET /api/events/{eventId}': () =>
    sampleEvent({ moderationEnabled: true, pendingCount: 2, rejectedCount: 1 }),
  [LIST]: ({ query }) => {
    const rejected = { ...ginas, id: 'med_3', originalName: 'IMG_3.jpg', status: 'rejected' } as const;
    const all = [{ ...ginas, status: 'pending' } as const, { ...left, status: 'pending' } as const, rejected];
    return all.filter(
      ({ status, guestUploadedBy }) =>
        status === query['status'] && (!query['uploader'] || query['uploader'] === guestUploadedBy),
    );
  },
};

it('moderation names the sender, and lists what one of them sent', async () => {
  fakeApi(moderated);
  const { address } = await show(<Moderation />, {
    at: `/event/${EVENT_ID}/moderate`,
    route: '/event/:eventId/moderate',
  });
  await expect
    .element(page.getByRole('listitem', { name: 'IMG_2.jpg' }))
    .toMatchTextContent('by someone who left');
  await page.getByRole('listitem', { name: 'IMG_1.jpg' }).getByRole('link', { name: 'Gina' }).click();
  await expect.element(page.getByText('by Gina, 2')).toBeVisible();
  expect(address()).toBe(`/event/${EVENT_ID}/moderate?by=gst_gina`);
  await expect.element(page.getByRole('listitem', { name: 'IMG_2.jpg' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('listitem', { name: 'IMG_3.jpg' })).toBeVisible();
  // They decide on everybody's, which is not what is listed.
  await expect
    .element(page.getByRole('button', { name: 'Approve All', exact: true }))
    .not.toBeInTheDocument();
  await expectNoViolations();
  await link('Show everybody’s').click();
  await expect.element(page.getByRole('listitem', { name: 'IMG_2.jpg' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Approve All', exact: true })).toBeVisible();
});

it('the filter counts what is loaded, and says so where there is more', async () => {
  fakeApi({
    [LIST]: ({ query }) => (query['status'] === 'pending' ? new ListPage([ginas], 'next') : []),
  });
  await show(<SenderFilter eventId={EVENT_ID} isOwner by="gst_gina" />);
  await expect.element(page.getByText('by Gina, 1+')).toBeVisible();
  await expect
    .element(link('All their uploads'))
    .toHaveAttribute('href', `/event/${EVENT_ID}?uploads=gst_gina`);
});

it.each([
  [{ uploadCount: 23 }, '23 uploads of Grace', 'gst_grace'],
  [{ uploadCount: 1, standing: 'owner', name: 'Maria' }, '1 upload of Maria', 'mine'],
] as const)('the list of people leads to what each has sent: %o', async (changes, name, of) => {
  await show(
    <ul>
      <PersonRow eventId={EVENT_ID} person={samplePerson(changes)} isOwners onRemove={() => {}} />
    </ul>,
  );
  await expect.element(link(name)).toHaveAttribute('href', `/event/${EVENT_ID}?uploads=${of}`);
});

it('the switch says which way it is, and stays as it was if the call fails', async () => {
  let event = sampleEvent();
  let isLost = true;
  const sent = fakeApi({
    [CHANGE]: ({ body }) => {
      if (isLost) return NO_NETWORK;
      event = { ...event, ...(body as object) };
      return event;
    },
  });
  const { update } = await show(<FirstNamesSwitch event={event} />);
  await names.click({ force: true });
  await expectToast('Update Failed', 'Failed to update event');
  await expect.element(names).not.toBeChecked();
  isLost = false;
  await names.click({ force: true });
  await expectToast('First Names Shown');
  await update(<FirstNamesSwitch event={event} />);
  await expect.element(names).toBeChecked();
  await expect
    .element(names)
    .toHaveAccessibleDescription('In the large view, beside what is sent since you turned this on.');
  await names.click({ force: true });
  await expectToast('First Names Hidden');
  expect(sent.map(({ body }) => body)).toEqual([
    { showsFirstNames: true },
    { showsFirstNames: true },
    { showsFirstNames: false },
  ]);
  await expectNoViolations();
});

it('the page of people says to whom names are shown', async () => {
  let event = sampleEvent();
  fakeApi({
    'GET /api/auth/user': () => sampleUser(),
    'GET /api/events/{eventId}': () => event,
    'GET /api/events/{eventId}/people': () => [samplePerson()],
    [CHANGE]: () => (event = { ...event, showsFirstNames: true, updatedAt: '2026-06-21T00:00:00.000Z' }),
  });
  await show(<People />, { at: `/event/${EVENT_ID}/people`, route: '/event/:eventId/people' });
  await expect.element(page.getByText('Names are shown to its hosts alone.')).toBeVisible();
  await names.click({ force: true });
  await expect.element(page.getByText('Whole names are shown to its hosts alone.')).toBeVisible();
});

it.each([
  [false, 'No account needed. The host sees your name beside what you share.'],
  [
    true,
    'No account needed. The host sees your name beside what you share, and everybody sees your first name.',
  ],
])('the card that asks for a name says who sees it: %s', async (showsFirstNames, words) => {
  await showEvent(sampleEvent({ role: 'anonymous', privacy: 'public', mediaCount: 0, showsFirstNames }));
  await page.getByRole('button', { name: 'Add Media' }).click();
  await expect.element(text(words)).toBeVisible();
});

it.each([true, false])('who has a name is told when they upload: %s', async (showsFirstNames) => {
  writeGuest({ id: 'gst_grace', name: 'Grace', token: 'secret', email: null });
  await showEvent(sampleEvent({ role: 'guest', privacy: 'public', mediaCount: 0, showsFirstNames }));
  await page.getByRole('button', { name: 'Add Media' }).click();
  await expect.element(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible();
  const note = text('Everybody sees your first name beside what you share.');
  expect(note.elements()).toHaveLength(showsFirstNames ? 1 : 0);
});
