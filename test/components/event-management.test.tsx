import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { EventView } from '../../shared/contract/entities.ts';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import CreateEvent from '../../web/src/routes/create-event.tsx';
import Dashboard from '../../web/src/routes/dashboard.tsx';
import EventRoute from '../../web/src/routes/event/event.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoToast, expectToast } from './expect-toast.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleHighlight, sampleMediaList, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';
import { showEvent } from './show-event.tsx';

// What a host does with an event, from creating to deleting it.

afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const host = sampleUser();

/** Colours and margin of a QR code. The margin is measured against a corner's seven modules. */
async function qrFacts(code: HTMLImageElement) {
  await code.decode();
  const { naturalWidth: width, naturalHeight: height } = code;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas?.drawImage(code, 0, 0);
  const { data } = canvas?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join());
  const dark = '31,41,55';
  const row = pixels.slice(Math.floor(pixels.indexOf(dark) / width) * width);
  const margin = row.indexOf(dark);
  const corner = row.slice(margin).findIndex((colour) => colour !== dark);
  return {
    width,
    colours: [...new Set(pixels)].toSorted(),
    marginModules: Math.round((margin / corner) * 7),
  };
}

describe('a new event', () => {
  const created = sampleEvent({
    name: 'Boathouse',
    privacy: 'private',
    moderationEnabled: true,
    isPaid: true,
    price: '7.50',
    mediaCount: 0,
  });

  it('is created, with its link and QR code, and is in the list of events', async () => {
    const tooSmall = 'The price is too small: the least that can be charged is 0.50 USD.';
    const answers: (EventView | Refusal | typeof NO_NETWORK)[] = [
      NO_NETWORK,
      new Refusal(400, { message: tooSmall, issues: [{ path: 'price', message: tooSmall }] }),
      created,
    ];
    let listed: EventView[] = [];
    fakeApi({
      'GET /api/auth/user': () => host,
      'GET /api/events': () => listed,
      'POST /api/events': () => answers.shift() ?? new Refusal(500),
    });
    const { update } = await show(<Dashboard />);
    await expect.element(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
    await update(<CreateEvent />);
    await page.getByLabelText('Event Name').fill('Boathouse');
    await page.getByRole('checkbox', { name: 'Paid Event' }).click({ force: true });
    const price = page.getByLabelText(/^Event Price/);
    await price.fill('0.25');
    await button('Create Event').click();
    await expectToast('Error', 'Failed to create event. Please try again.');
    await button('Create Event').click();
    await expect.element(price).toHaveAccessibleDescription(tooSmall);
    await expect.element(price).toHaveFocus();
    await price.fill('7.5');
    await button('Create Event').click();
    await expectToast('Event Created', 'Your event has been created successfully!');
    await expect.element(page.getByText('Guests must pay $7.50 to access the gallery.')).toBeVisible();
    await expect.element(page.getByText(/^Guests need an account to open it\./)).toBeVisible();
    const code = page.getByRole('img', { name: 'QR code of the event link' });
    await expect.element(code).toHaveAttribute('src');
    expect(await qrFacts(code.element() as HTMLImageElement)).toEqual({
      width: 256,
      colours: ['255,255,255', '31,41,55'],
      marginModules: 2,
    });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await button('Download QR').click();
    await expect.poll(() => saved).toEqual(['boathouse-qr.png']);
    listed = [created];
    await update(<Dashboard />);
    const card = page.getByRole('list', { name: 'My Events' }).getByRole('link');
    await expect.element(card).toHaveAttribute('href', `/event/${EVENT_ID}`);
    expect((card.element() as HTMLElement).innerText).toMatch(
      /^June 20, 2026\s+Boathouse\s+Private\s+0 photos$/,
    );
  });

  it('has a link to copy, unless the browser has no clipboard', async () => {
    fakeApi({ 'POST /api/events': () => ({ ...created, privacy: 'unlisted' }) });
    const { client, update } = await show(<p>Nothing</p>);
    client.setQueryData(queryKeys.session, host);
    await update(<CreateEvent />);
    await page.getByLabelText('Event Name').fill('Boathouse');
    await button('Create Event').click();
    await expectToast('Event Created', 'Your event has been created successfully!');
    await expect.element(page.getByText(/need an account/)).not.toBeInTheDocument();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    await button('Copy Link').click();
    await expectToast('Link Copied!');
    expect(write).toHaveBeenCalledExactlyOnceWith(`${location.origin}/event/${EVENT_ID}`);
    vi.spyOn(Navigator.prototype, 'clipboard', 'get').mockReturnValue(undefined as never);
    await button('Copy Link').click();
    await expectToast('Copy Failed', 'Failed to copy link. Please try again.');
  });
});

describe('the host’s tools', () => {
  it('edit, share and delete the event', async () => {
    let event = sampleEvent();
    const save = (changes: Partial<EventView>) => () => (event = { ...event, ...changes });
    let answer: () => EventView | typeof NO_NETWORK = () => NO_NETWORK;
    let deletion: () => undefined | typeof NO_NETWORK | Promise<undefined> = () => NO_NETWORK;
    const { address } = await showEvent(event, {
      user: host,
      more: {
        'GET /api/events/{eventId}': () => event,
        'PUT /api/events/{eventId}': () => answer(),
        'DELETE /api/events/{eventId}': () => deletion(),
      },
    });
    await button('Edit Event').click();
    await button('Save Changes').click();
    await expectToast('Update Failed', 'Failed to update event');
    answer = save({ name: 'Gone soon' });
    await page.getByLabelText('Event Name').fill('Gone soon');
    await button('Save Changes').click();
    await expectToast('Event Updated');
    await expect.element(page.getByRole('heading', { name: 'Gone soon', exact: true })).toBeVisible();

    answer = () => NO_NETWORK;
    await button('Share Event').click();
    const makePublic = page.getByRole('button', { name: /^Public/ });
    await makePublic.click();
    await expectToast('Update Failed', 'Failed to update privacy settings.');
    answer = save({ privacy: 'public' });
    await makePublic.click();
    await expectToast('Privacy Updated', 'Event is now public.');
    await button('Done').click();

    await button('Delete Event').click();
    await button('Delete').click();
    await expectToast('Delete Failed', 'Failed to delete event');
    const held = Promise.withResolvers<undefined>();
    deletion = () => held.promise;
    await button('Delete').click();
    await expect.element(button('Deleting...')).toBeVisible();
    held.resolve(undefined);
    await expectToast('Event Deleted');
    await expect.poll(address).toBe('/');
  });

  it.each([
    ['deleted', new Refusal(404, { code: 'not_found' }), 'Event Not Found'],
    ['taken from them', new Refusal(403, { code: 'forbidden' }), 'Access Denied'],
  ])('go with an event that was %s meanwhile', async (_, refusal, said) => {
    let answer: EventView | Refusal = sampleEvent();
    await showEvent(answer, {
      user: host,
      more: { 'GET /api/events/{eventId}': () => answer, 'PUT /api/events/{eventId}': () => refusal },
    });
    await button('Edit Event').click();
    answer = refusal;
    await button('Save Changes').click();
    await expect.element(page.getByRole('heading', { name: said })).toBeVisible();
    await expectToast('Update Failed', 'Failed to update event');
  });

  it('delete the event also for a host who has left its page, and stays elsewhere, or has come back', async () => {
    let event: EventView | Refusal = sampleEvent();
    let held = Promise.withResolvers<undefined>();
    const answers = {
      'GET /api/events/{eventId}': () => event,
      'DELETE /api/events/{eventId}': () => held.promise,
    };
    const { address, update } = await showEvent(event, { user: host, more: answers });
    const deleteAndLeave = async () => {
      await button('Delete Event').click();
      await button('Delete').click();
      await expect.element(button('Deleting...')).toBeVisible();
      await update(<p>Elsewhere</p>);
    };
    await deleteAndLeave();
    held.resolve(undefined);
    await expectToast('Event Deleted');
    expect(address()).toBe(`/event/${EVENT_ID}`);

    held = Promise.withResolvers();
    await update(<EventRoute />);
    await deleteAndLeave();
    await update(<EventRoute />);
    await expect.element(button('Delete Event')).toBeVisible();
    event = new Refusal(404, { code: 'not_found' });
    held.resolve(undefined);
    await expect.element(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  });

  it('delete a photo after a question, where a failure is only logged', async () => {
    const console = vi.spyOn(globalThis.console, 'error').mockReturnValue(undefined);
    const held = Promise.withResolvers<typeof NO_NETWORK>();
    let answer: () => Promise<typeof NO_NETWORK> | undefined = () => held.promise;
    await showEvent(sampleEvent({ mediaCount: 1 }), {
      user: host,
      query: '?media=med_1',
      more: {
        'GET /api/events/{eventId}/media': () => sampleMediaList(1),
        'DELETE /api/events/{eventId}/media/{mediaId}': () => answer(),
      },
    });
    await page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Media', exact: true });
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        'Are you sure you want to delete this media file? This action cannot be undone.',
      );
    const pressed = question.getByRole('button', { name: 'Delete', exact: true });
    const cancel = question.getByRole('button', { name: 'Cancel', exact: true });
    await expect.element(cancel).toBeEnabled();
    await pressed.click();
    await expect.element(question.getByRole('button', { name: 'Deleting...', exact: true })).toBeVisible();
    await expect.element(cancel).toBeDisabled();
    held.resolve(NO_NETWORK);
    await expect.element(pressed).toBeEnabled();
    expect(console.mock.calls.map(([text]) => String(text))).toEqual([
      expect.stringMatching(/^Deleting media failed/),
    ]);
    await expectNoToast();
    answer = () => undefined;
    await pressed.click();
    await expectToast('Media Deleted');
    await expect.element(page.getByText('No photos yet', { exact: true })).toBeVisible();
  });

  it('keep the highlights while others are picked, and if that is refused', async () => {
    const tooFew = 'You need at least 3 approved photos to generate highlights.';
    const held = Promise.withResolvers<Refusal>();
    const picks = sampleMediaList(3).map((item) => sampleHighlight({ ...item }));
    await showEvent(sampleEvent({ highlightCount: 3 }), {
      user: host,
      more: {
        'GET /api/events/{eventId}/highlights': () => picks,
        'POST /api/events/{eventId}/highlights/calculate': () => held.promise,
      },
    });
    await expect.element(page.getByRole('heading', { name: 'AI Highlights', exact: true })).toBeVisible();
    await button('Regenerate').click();
    await expect.element(button('Regenerating...')).toBeVisible();
    held.resolve(new Refusal(400, { message: tooFew }));
    await expectToast('Error', tooFew);
    await expect.element(button('Regenerate')).toBeVisible();
    expect(page.getByRole('button', { name: /^Highlight \d of 3$/ }).elements()).toHaveLength(3);
  });
});
