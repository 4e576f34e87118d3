import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '../../shared/messages.ts';
import { PeopleList } from '../../web/src/features/people/people-list.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, samplePerson } from './sample-views.ts';
import { show } from './show.tsx';
import { EVENT_PATH, showSite } from './show-site.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const person = (name: string) => page.getByRole('listitem').filter({ hasText: name });

const ana = samplePerson({ id: 'usr_ana', kind: 'user', name: 'Ana', standing: 'participant' });
const cora = samplePerson({ id: 'usr_cora', kind: 'user', name: 'Cora', standing: 'co-host' });
const grace = samplePerson();
const owner = samplePerson({ id: 'usr_maria', kind: 'user', name: 'Maria', standing: 'owner' });
const blocked = samplePerson({
  id: 'usr_bo',
  kind: 'user',
  name: 'Bo',
  standing: 'participant',
  isBlocked: true,
});
const coHostsPeople = { 'GET /api/events/{eventId}/people': () => [ana, cora, grace, owner, blocked] };

describe('the people, for the owner', () => {
  it('are named and dismissed as co-hosts: those with an account who are not removed', async () => {
    const sent = fakeApi({
      ...coHostsPeople,
      'POST /api/events/{eventId}/people/{personId}/co-host': () => undefined,
      'DELETE /api/events/{eventId}/people/{personId}/co-host': () => undefined,
    });
    await show(<PeopleList event={sampleEvent()} />);
    const names = () =>
      page
        .getByRole('listitem')
        .elements()
        .map((row) => row.querySelector('bdi')?.textContent);
    await expect.poll(names).toEqual(['Maria', 'Cora', 'Ana', 'Bo', 'Grace']);
    expect(page.getByRole('button', { name: /Co-host: / }).elements()).toHaveLength(2);
    await expectNoViolations();
    await button('Make Co-host: Ana').click();
    await expect.element(page.getByText('Co-host Named')).toBeVisible();
    await expect.element(person('Ana')).toMatchTextContent('Co-host');
    await button('Dismiss Co-host: Ana').click();
    await expect.element(page.getByText('Co-host Dismissed')).toBeVisible();
    await expect.element(person('Ana')).toMatchTextContent('Participant');
    const path = '/api/events/evt_1/people/usr_ana/co-host'.replace('evt_1', EVENT_ID);
    expect(
      sent.filter(({ name }) => name.endsWith('co-host')).map((one) => [one.name.split(' ')[0], one.path]),
    ).toEqual([
      ['POST', path],
      ['DELETE', path],
    ]);
  });

  it.each([960, 1280])('are each in one line %i px wide, also while one is dismissed', async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    fakeApi({
      ...coHostsPeople,
      'DELETE /api/events/{eventId}/people/{personId}/co-host': () =>
        Promise.withResolvers<undefined>().promise,
    });
    await show(<PeopleList event={sampleEvent()} />);
    const dismiss = button('Dismiss Co-host: Cora');
    const box = () => {
      const { height, right } = dismiss.element().getBoundingClientRect();
      const next = button('Remove Cora').element().getBoundingClientRect();
      return { height, isBeside: right <= next.left };
    };
    await expect.element(dismiss).toBeVisible();
    expect(box()).toEqual({ height: 44, isBeside: true });
    await dismiss.click();
    await expect.element(dismiss).toHaveAttribute('aria-busy', 'true');
    expect(box()).toEqual({ height: 44, isBeside: true });
  });

  it('say why somebody cannot be named', async () => {
    fakeApi({
      ...coHostsPeople,
      'POST /api/events/{eventId}/people/{personId}/co-host': () =>
        new Refusal(409, { message: 'This event has 10 co-hosts.' }),
    });
    await show(<PeopleList event={sampleEvent()} />);
    await button('Make Co-host: Ana').click();
    await expect.element(page.getByText('This event has 10 co-hosts.')).toBeVisible();
    await expect.element(button('Make Co-host: Ana')).toBeEnabled();
  });

  it('are one participant again after a co-host was removed and restored', async () => {
    fakeApi({
      ...coHostsPeople,
      'DELETE /api/events/{eventId}/people/{personId}': () => undefined,
      'POST /api/events/{eventId}/people/{personId}/restore': () => undefined,
    });
    await show(<PeopleList event={sampleEvent()} />);
    await button('Remove Cora').click();
    await button('Remove').click();
    await button('Restore Cora').click();
    await expect.element(person('Cora')).toMatchTextContent('Participant');
  });
});

it('a co-host sees the people, names nobody, and removes no other host', async () => {
  fakeApi(coHostsPeople);
  await show(<PeopleList event={sampleEvent({ role: 'co-host' })} />);
  await expect.element(button('Remove Ana')).toBeVisible();
  await expect.element(button('Remove Cora')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Co-host: / })).not.toBeInTheDocument();
  // Where they are deleted is the owner's.
  await expect.element(page.getByRole('link', { name: /uploads of/ })).not.toBeInTheDocument();
});

it('the people page has the owner’s part for the owner alone', async () => {
  const at = `${EVENT_PATH}/people`;
  const site = await showSite({
    at,
    as: 'host',
    event: { role: 'co-host', createdBy: 'usr_else' },
    answers: coHostsPeople,
  });
  await expect.element(heading('People')).toBeVisible();
  await expect.element(button('Remove Ana')).toBeVisible();
  await expect.element(heading('Co-hosts')).not.toBeInTheDocument();
  expect(site.address()).toBe(at);
});

it('a co-host has the tools of the event but for deletion and money', async () => {
  await showSite({
    at: EVENT_PATH,
    as: 'host',
    event: {
      role: 'co-host',
      createdBy: 'usr_else',
      isPaid: true,
      price: '5.00',
      moderationEnabled: true,
      pendingCount: 2,
    },
  });
  await expect.element(button('Edit Event')).toBeVisible();
  await expect.element(button('Share Event')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'People' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Moderate Content (2)' })).toBeVisible();
  await expect.element(button('Delete Event')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Payments' })).not.toBeInTheDocument();
});

it('a co-host decides on what others have sent, by who they are, and deletes none of it', async () => {
  await showSite({
    at: `${EVENT_PATH}/moderate`,
    as: 'host',
    event: { role: 'co-host', createdBy: 'usr_else', moderationEnabled: true, pendingCount: 1 },
    media: () => [sampleMedia({ status: 'pending', originalName: null, uploaderName: 'Grace' })],
  });
  await expect.element(button('Approve photo by Grace')).toBeVisible();
  await expect.element(button('Reject photo by Grace')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  await expectNoViolations();
});

it('a co-host is refused the payments', async () => {
  const event = { role: 'co-host', createdBy: 'usr_else', isPaid: true } as const;
  await showSite({ at: `${EVENT_PATH}/payments`, as: 'host', event });
  await expect.element(heading('Access Denied')).toBeVisible();
});

describe('a link for a co-host', () => {
  const site = () =>
    showSite({
      at: `${EVENT_PATH}/people`,
      as: 'host',
      answers: {
        ...coHostsPeople,
        'POST /api/events/{eventId}/co-host-links': () => ({
          code: 'c'.repeat(43),
          expiresAt: '2026-07-07T18:00:00.000Z',
        }),
        'DELETE /api/events/{eventId}/co-host-links': () => ({ revoked: 1 }),
      },
    });

  it('is made, shown once, and ended', async () => {
    await site();
    await button('Invite a Co-host').click();
    await expectNoViolations();
    await button('Create Link').click();
    const link = page.getByRole('textbox', { name: 'Link for one co-host' });
    await expect.element(link).toHaveValue(`${location.origin}${EVENT_PATH}/co-host?code=${'c'.repeat(43)}`);
    await expectNoViolations();
    await button('End Unused Links').click();
    await expect.element(page.getByText('1 link can no longer be used.')).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
  });

  const at = `${EVENT_PATH}/co-host?code=secret`;

  it('makes its reader a co-host, who neither joins nor is asked to pay while the event is read again', async () => {
    const readAgain = Promise.withResolvers<void>();
    onTestFinished(() => {
      readAgain.resolve();
      vi.restoreAllMocks();
    });
    vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
    let isAccepted = false;
    const { sent, address } = await showSite({
      at,
      as: 'host',
      answers: {
        'GET /api/events/{eventId}': async () => {
          if (isAccepted) await readAgain.promise;
          return sampleEvent({
            role: isAccepted ? 'co-host' : 'user',
            createdBy: 'usr_else',
            isPaid: true,
            hasPaid: isAccepted,
          });
        },
        'POST /api/events/{eventId}/join': () => ({ message: messages.joined, role: 'participant' as const }),
        'POST /api/events/{eventId}/co-host-links/accept': () => {
          isAccepted = true;
          return { role: 'co-host' as const };
        },
      },
    });
    await expect.element(heading('Become a Co-host')).toBeVisible();
    await expectNoViolations();
    await button('Become a Co-host').click();
    await expect.element(page.getByText('You Are a Co-host')).toBeVisible();
    await expect.poll(address).toBe(EVENT_PATH);
    // What joins is loaded by then.
    await button('Add Media').first().click();
    await expect.element(page.getByRole('dialog', { name: 'Upload Media' })).toBeVisible();
    await expect.element(page.getByText('Payment Required')).not.toBeInTheDocument();
    expect(sent.find(({ name }) => name.endsWith('accept'))?.body).toEqual({ code: 'secret' });
    expect(sent.map(({ name }) => name)).not.toContain('POST /api/events/{eventId}/join');
  });

  it.each(['This link has been used.', 'This link does not work any more.'])('says: %s', async (message) => {
    await showSite({
      at,
      as: 'host',
      event: { role: 'participant', createdBy: 'usr_else' },
      answers: {
        'POST /api/events/{eventId}/co-host-links/accept': () =>
          new Refusal(409, { code: 'link_used', message }),
      },
    });
    await button('Become a Co-host').click();
    await expect.element(heading('This Link Cannot Be Used')).toBeVisible();
    await expect.element(page.getByText(message)).toBeVisible();
  });

  it('sends whoever has not signed in to do so, and back', async () => {
    await showSite({ at, as: 'guest' });
    await expect.element(page.getByText('Sign in first.')).toBeVisible();
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Sign In' }))
      .toHaveAttribute('href', `/api/login?returnTo=${encodeURIComponent(at)}`);
  });

  it('tells a host that they are one', async () => {
    await showSite({ at, as: 'host' });
    await expect.element(heading('You Are a Host of This Event')).toBeVisible();
  });
});

describe('handing over', () => {
  const open = async (answer: () => undefined | Refusal, people = [cora]) => {
    const site = await showSite({
      at: `${EVENT_PATH}/people`,
      as: 'host',
      answers: {
        'GET /api/events/{eventId}/people': ({ query }) => (query['standing'] ? people : [owner, ...people]),
        'POST /api/events/{eventId}/owner': answer,
      },
    });
    await button('Hand Over Event').click();
    return site;
  };
  const name = page.getByRole('textbox', { name: /Name of the event/ });
  const bodies = ({ sent }: Awaited<ReturnType<typeof open>>) =>
    sent.filter(({ name: call }) => call.endsWith('/owner')).map(({ body }) => body);

  it('asks for the event’s name, and says so if people have paid', async () => {
    let answer: undefined | Refusal = new Refusal(409, {
      code: 'has_payments',
      message: 'People have paid.',
    });
    const site = await open(() => answer);
    await expect.element(page.getByRole('radio', { name: 'Cora' })).toBeChecked();
    await expectNoViolations();
    await name.fill('Winter party');
    await button('Hand Over').click();
    await expect.element(page.getByText('This is not the name of the event.')).toBeVisible();
    expect(bodies(site)).toEqual([]);
    await name.fill('Summer party');
    await button('Hand Over').click();
    await expect.element(page.getByText('People have paid.')).toBeVisible();
    answer = undefined;
    await button('Hand Over With Payments').click();
    await expect.element(page.getByText('You are one of its co-hosts now.')).toBeVisible();
    const asked = { userId: 'usr_cora', eventName: 'Summer party' };
    expect(bodies(site)).toEqual([asked, { ...asked, confirm: 'payments' }]);
  });

  it('needs a choice between several', async () => {
    const site = await open(() => undefined, [cora, { ...ana, standing: 'co-host' }]);
    await name.fill('Summer party');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Choose who becomes the owner.')).toBeVisible();
    expect(bodies(site)).toEqual([]);
  });

  it('is not there without a co-host', async () => {
    await open(() => undefined, []);
    await expect.element(page.getByText(/^This event has no co-hosts\./)).toBeVisible();
    await expect.element(button('Hand Over')).not.toBeInTheDocument();
  });
});

it('whoever would leave with events of their own hands them over first', async () => {
  let role: 'owner' | 'co-host' = 'owner';
  await showSite({
    at: '/privacy',
    as: 'host',
    answers: {
      'GET /api/events': () => [sampleEvent({ role })],
      'GET /api/events/{eventId}/people': () => [cora],
      'DELETE /api/auth/user': () =>
        role === 'owner'
          ? new Refusal(409, { code: 'owns_events', message: 'You still own events.' })
          : undefined,
      'POST /api/events/{eventId}/owner': () => {
        role = 'co-host';
      },
    },
  });
  await button('Your Account').click();
  await button('Delete Account').click();
  await button('Delete Account').click();
  await expect.element(page.getByText('You still own events.')).toBeVisible();
  await expectNoViolations();
  await button('Hand Over Summer party').click();
  await page.getByRole('textbox', { name: /Name of the event/ }).fill('Summer party');
  await button('Hand Over').click();
  await expect
    .element(page.getByText('You own no events any more. Your account can be deleted now.'))
    .toBeVisible();
  await button('Go On').click();
  await button('Delete Account').click();
  await expect.element(page.getByRole('alertdialog', { name: 'Account Deleted' })).toBeVisible();
});

it('the dashboard marks what somebody co-hosts', async () => {
  const events = [
    sampleEvent({ role: 'co-host', name: 'Helped' }),
    sampleEvent({ id: 'evt_2', role: 'participant', name: 'Joined' }),
  ];
  await showSite({ at: '/', as: 'host', answers: { 'GET /api/events': () => events } });
  const card = (name: string) => page.getByRole('link', { name: new RegExp(name) });
  await expect.element(card('Helped')).toMatchTextContent('Co-host');
  await expect.element(card('Joined')).not.toMatchTextContent('Co-host');
});
