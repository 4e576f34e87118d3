import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PaymentState, PaymentView } from '../../shared/contract/payments.ts';
import type { PersonView } from '../../shared/contract/people.ts';
import { eventQuery } from '../../web/src/features/events/queries.ts';
import { CheckoutCard } from '../../web/src/features/payments/checkout-card.tsx';
import { PaymentRequired } from '../../web/src/features/payments/payment-required.tsx';
import { PaymentRow } from '../../web/src/features/payments/payment-row.tsx';
import { PaymentTotalsCard } from '../../web/src/features/payments/payment-totals.tsx';
import { PaymentsList } from '../../web/src/features/payments/payments-list.tsx';
import { PeopleList } from '../../web/src/features/people/people-list.tsx';
import { PersonRow } from '../../web/src/features/people/person-row.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { fakeApi, ListPage, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, samplePayment, samplePerson, sampleTotals } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });
const row = page.getByRole('listitem');

describe('a person', () => {
  const onRemove = vi.fn<() => void>();
  const person = (changes: Partial<PersonView>) => (
    <ul>
      <PersonRow eventId={EVENT_ID} person={samplePerson(changes)} isOwners onRemove={onRemove} />
    </ul>
  );

  it('is shown with what they are and did, and can be removed', async () => {
    await show(person({ email: 'grace@example.com', hasPaid: true, uploadCount: 1 }));
    for (const text of ['Grace', 'grace@example.com', 'Guest', 'Paid', '1 upload', 'Joined']) {
      await expect.element(row).toMatchTextContent(text);
    }
    await button('Remove Grace').click();
    expect(onRemove).toHaveBeenCalledOnce();
    await expectNoViolations();
  });

  it('who is blocked can be restored', async () => {
    const sent = fakeApi({
      'POST /api/events/{eventId}/people/{personId}/restore': () => new Promise<never>(() => {}),
    });
    await show(person({ isBlocked: true }));
    await expect.element(row).toMatchTextContent('Blocked');
    await button('Restore Grace').click();
    await expect.element(button('Restore Grace')).toHaveAttribute('aria-busy', 'true');
    await expectNoViolations();
    await userEvent.keyboard('{Enter}');
    expect(sent).toHaveLength(1);
  });

  it('who owns the event cannot be removed, and who left has no name', async () => {
    const { update } = await show(person({ standing: 'owner', hasPaid: true }));
    await expect.element(row).toMatchTextContent('Owner');
    await expect.element(row).not.toMatchTextContent('Paid');
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    await update(person({ name: null, standing: 'participant' }));
    await expect.element(button('Remove Someone who left')).toBeVisible();
  });
});

describe('the people', () => {
  it('who do not come are asked for again', async () => {
    let answer: Refusal | [PersonView] = new Refusal(500, { message: 'It broke.' });
    fakeApi({ 'GET /api/events/{eventId}/people': () => answer });
    await show(<PeopleList event={sampleEvent()} />);
    await expect.element(heading('The list did not come')).toBeVisible();
    await expect.element(page.getByText('It broke.')).toBeVisible();
    answer = [samplePerson()];
    await button('Try again').click();
    await expect.element(page.getByRole('list', { name: 'People' })).toMatchTextContent('Grace');
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  });

  it('are read again on each visit: others come, and add photos', async () => {
    let people = [samplePerson({ uploadCount: 2 })];
    fakeApi({ 'GET /api/events/{eventId}/people': () => people });
    const { update } = await show(<PeopleList event={sampleEvent()} />);
    await expect.element(page.getByText('2 uploads')).toBeVisible();
    await update(<p>Elsewhere</p>);
    people = [samplePerson({ uploadCount: 3 }), samplePerson({ id: 'gst_hopper', name: 'Hopper' })];
    await update(<PeopleList event={sampleEvent()} />);
    await expect.element(page.getByText('3 uploads')).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'People' })).toMatchTextContent('Hopper');
  });

  it('are removed after a question, and restored', async () => {
    let answer: undefined | typeof NO_NETWORK = NO_NETWORK;
    fakeApi({
      'GET /api/events/{eventId}/people': () => [samplePerson()],
      'DELETE /api/events/{eventId}/people/{personId}': () => answer,
      'POST /api/events/{eventId}/people/{personId}/restore': () => answer,
    });
    await show(<PeopleList event={sampleEvent()} />);
    await button('Remove Grace').click();
    await expect
      .element(page.getByRole('alertdialog', { name: 'Remove Person' }))
      .toHaveAccessibleDescription(/^Grace will no longer be able to open this event\./);
    await expectNoViolations();
    await button('Remove').click();
    await expect.element(page.getByText('Failed to remove the person. Please try again.')).toBeVisible();
    answer = undefined;
    await button('Remove Grace').click();
    await button('Remove').click();
    await expect.element(button('Restore Grace')).toBeVisible();
    await button('Restore Grace').click();
    await expect.element(button('Remove Grace')).toBeVisible();
  });

  it('are restored and named at once, each button waiting for its own answer', async () => {
    const people = (['Ada', 'Ben', 'Cleo', 'Dan'] as const).map((name, index) =>
      samplePerson({
        id: `usr_${name}`,
        name,
        kind: 'user',
        standing: 'participant',
        isBlocked: index < 2,
      }),
    );
    const answers: (() => void)[] = [];
    const slowly = () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined)));
    fakeApi({
      'GET /api/events/{eventId}/people': () => people,
      'POST /api/events/{eventId}/people/{personId}/restore': slowly,
      'POST /api/events/{eventId}/people/{personId}/co-host': slowly,
    });
    await show(<PeopleList event={sampleEvent()} />);
    const pressed = ['Restore Ada', 'Restore Ben', 'Make Co-host: Cleo', 'Make Co-host: Dan'];
    for (const name of pressed) await button(name).click();
    for (const name of pressed) await expect.element(button(name)).toHaveAttribute('aria-busy', 'true');
    answers[0]?.();
    await expect.element(button('Remove Ada')).not.toHaveAttribute('aria-busy');
    for (const name of pressed.slice(1))
      await expect.element(button(name)).toHaveAttribute('aria-busy', 'true');
    for (const answer of answers) answer();
    for (const name of ['Remove Ada', 'Remove Ben', 'Dismiss Co-host: Cleo', 'Dismiss Co-host: Dan'])
      await expect.element(button(name)).not.toHaveAttribute('aria-busy');
  });

  it.each([
    ['Remove Grace', 404],
    ['Make Co-host: Grace', 403],
    ['Restore Grace', 404],
  ])('are read again when %s is refused with %i', async (name, status) => {
    let people = [
      samplePerson({ kind: 'user', standing: 'participant', isBlocked: name.startsWith('Restore') }),
    ];
    const refuse = () => {
      people = [];
      return new Refusal(status);
    };
    const sent = fakeApi({
      'GET /api/events/{eventId}': () => sampleEvent(),
      'GET /api/events/{eventId}/people': () => people,
      'DELETE /api/events/{eventId}/people/{personId}': refuse,
      'POST /api/events/{eventId}/people/{personId}/co-host': refuse,
      'POST /api/events/{eventId}/people/{personId}/restore': refuse,
    });
    const { client } = await show(<PeopleList event={sampleEvent()} />);
    await client.fetchQuery(eventQuery(EVENT_ID));
    await button(name).click();
    if (name.startsWith('Remove')) await button('Remove').click();
    await expect.element(button(name)).not.toBeInTheDocument();
    expect(client.getQueryState(eventQuery(EVENT_ID).queryKey)?.isInvalidated).toBe(true);
    expect(sent.filter((call) => call.name === 'GET /api/events/{eventId}/people')).toHaveLength(2);
  });

  it('are searched on pages that are not there yet', async () => {
    const held = Promise.withResolvers<PersonView[]>();
    const ada = samplePerson({ id: 'usr_1', name: 'Ada', email: 'a.hopper@example.com' });
    const sent = fakeApi({
      'GET /api/events/{eventId}/people': ({ query: { q, cursor } }) => {
        if (q === undefined) return new ListPage([samplePerson()], 'next');
        // A page of a search can be empty.
        return cursor === undefined ? new ListPage([], 'next') : held.promise;
      },
    });
    await show(<PeopleList event={sampleEvent()} />);
    await expect.element(button('Show more')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find by name or e-mail' }).fill('Hopper');
    await expect.element(page.getByText('Still searching…')).toBeVisible();
    await expect.element(button('Show more')).not.toBeInTheDocument();
    held.resolve([ada]);
    await expect.element(button('Remove Ada')).toBeVisible();
    await expect.element(button('Remove Grace')).not.toBeInTheDocument();
    // What was typed at once was asked for once.
    expect(sent.map(({ query }) => query['q'])).toEqual([undefined, 'Hopper', 'Hopper']);
    await expectNoViolations();
    await page.getByRole('searchbox').fill('');
    await expect.element(button('Remove Grace')).toBeVisible();
  });

  it('who are all there are searched without a call, and a search that fails can be repeated', async () => {
    let pages: () => PersonView[] | ListPage<PersonView[]> | typeof NO_NETWORK = () =>
      Array.from({ length: 9 }, (_, at) => samplePerson({ id: `gst_${at}`, name: `Zoë ${at}` }));
    const sent = fakeApi({ 'GET /api/events/{eventId}/people': () => pages() });
    const { unmount } = await show(<PeopleList event={sampleEvent()} />);
    await page.getByRole('searchbox').fill('zoe 7');
    await expect.poll(() => row.elements().length).toBe(1);
    expect(sent).toHaveLength(1);
    await unmount();

    pages = () => new ListPage([samplePerson()], 'next');
    await show(<PeopleList event={sampleEvent()} />);
    await expect.element(button('Show more')).toBeVisible();
    pages = () => NO_NETWORK;
    await page.getByRole('searchbox').fill('ada');
    await expect.element(page.getByText('The search failed. The network may be slow.')).toBeVisible();
    pages = () => [samplePerson({ name: 'Ada' })];
    await button('Try again').click();
    await expect.element(button('Remove Ada')).toBeVisible();
  });

  it('are searched by what the address says, which follows what is typed', async () => {
    const ada = samplePerson({ id: 'usr_1', name: 'Ada' });
    const sent = fakeApi({
      'GET /api/events/{eventId}/people': ({ query: { q } }) =>
        q === undefined ? new ListPage([samplePerson()], 'next') : [ada],
    });
    const { address, unmount } = await show(<PeopleList event={sampleEvent()} />, {
      at: '/people?q=Ada&by=1',
    });
    await expect.element(page.getByRole('searchbox')).toHaveValue('Ada');
    await expect.element(button('Remove Ada')).toBeVisible();
    expect(sent.map(({ query }) => query['q'])).toEqual([undefined, 'Ada']);
    await page.getByRole('searchbox').fill(' Hopper ');
    await expect.poll(address).toBe('/people?q=Hopper&by=1');
    await page.getByRole('searchbox').fill('');
    await expect.poll(address).toBe('/people?by=1');
    await expect.element(button('Remove Grace')).toBeVisible();
    await unmount();
    // Few people have no field, but what was searched for has to be seen.
    fakeApi({ 'GET /api/events/{eventId}/people': () => [samplePerson()] });
    await show(<PeopleList event={sampleEvent()} />, { at: '/people?q=Ada' });
    await expect.element(page.getByRole('searchbox')).toHaveValue('Ada');
    await expect.element(page.getByText('Nobody of that name is here.')).toBeVisible();
  });

  it('that a search has found stay when a later page is lost, which alone is asked for again', async () => {
    let last: () => Refusal | PersonView[] = () => new Refusal(429, { message: 'Please slow down.' });
    const sent = fakeApi({
      'GET /api/events/{eventId}/people': ({ query: { q, cursor } }) => {
        if (q === undefined) return new ListPage([samplePerson()], 'next');
        return cursor === undefined ? new ListPage([samplePerson({ name: 'Ada' })], 'next') : last();
      },
    });
    await show(<PeopleList event={sampleEvent()} />);
    await expect.element(page.getByRole('searchbox')).toHaveAttribute('maxlength', '100');
    await page.getByRole('searchbox').fill('a');
    await expect.element(page.getByText('Please slow down.')).toBeVisible();
    await expect.element(button('Remove Ada')).toBeVisible();
    const before = sent.length;
    last = () => [samplePerson({ id: 'usr_2', name: 'Bea' })];
    await button('Try again').click();
    await expect.element(button('Remove Bea')).toBeVisible();
    expect(sent.slice(before).map(({ query }) => query['cursor'])).toEqual(['next']);
  });

  it('whose next page is lost are still there, with what failed and a way to ask for that page again', async () => {
    let next: () => typeof NO_NETWORK | Refusal | PersonView[] = () => NO_NETWORK;
    const sent = fakeApi({
      'GET /api/events/{eventId}/people': ({ query: { cursor } }) =>
        cursor === undefined ? new ListPage([samplePerson()], 'next') : next(),
    });
    await show(<PeopleList event={sampleEvent()} />);
    await button('Show more').click();
    await expect.element(page.getByText('The rest did not come. The network may be slow.')).toBeVisible();
    await expect.element(button('Remove Grace')).toBeVisible();
    await expect.element(button('Show more')).not.toBeInTheDocument();
    await expectNoViolations();
    next = () => new Refusal(429, { message: 'Please slow down.' });
    await button('Try again').click();
    await expect.element(page.getByText('Please slow down.')).toBeVisible();
    next = () => [samplePerson({ id: 'usr_2', name: 'Bea' })];
    await button('Try again').click();
    await expect.element(button('Remove Bea')).toBeVisible();
    expect(sent.map(({ query }) => query['cursor'])).toEqual([undefined, 'next', 'next', 'next']);
  });

  it('come from pages that are short or empty, and nobody is said to be missing', async () => {
    const rest = Promise.withResolvers<PersonView[]>();
    const pages: Record<string, () => ListPage<PersonView[]> | Promise<PersonView[]>> = {
      first: () => new ListPage([], 'second'),
      second: () => new ListPage([samplePerson()], 'third'),
      third: () => new ListPage([], 'last'),
      last: () => rest.promise,
    };
    fakeApi({
      'GET /api/events/{eventId}/people': ({ query: { cursor } }) => pages[cursor ?? 'first']?.() ?? [],
    });
    await show(<PeopleList event={sampleEvent()} />);
    await expect.element(button('Remove Grace')).toBeVisible();
    await button('Show more').click();
    await expect.element(button('Show more')).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Nobody/)).not.toBeInTheDocument();
    rest.resolve([samplePerson({ id: 'usr_2', name: 'Bea' })]);
    await expect.element(button('Remove Bea')).toBeVisible();
    await expect.element(button('Remove Grace')).toBeVisible();
    await expect.element(button('Show more')).not.toBeInTheDocument();
  });

  it('who are not found are said not to be there', async () => {
    fakeApi({
      'GET /api/events/{eventId}/people': () =>
        Array.from({ length: 9 }, (_, index) => samplePerson({ id: `gst_${index}`, name: `Guest ${index}` })),
    });
    await show(<PeopleList event={sampleEvent()} />);
    await page.getByRole('searchbox').fill('nobody');
    await expect.element(page.getByText('Nobody of that name is here.')).toBeVisible();
  });
});

describe('a payment', () => {
  const payment = (changes: Partial<PaymentView>, isRefunding = false, refund = () => undefined as void) => (
    <ul>
      <PaymentRow payment={samplePayment(changes)} isRefunding={isRefunding} onRefund={refund} />
    </ul>
  );

  it.each<[PaymentState, string, string?]>([
    ['open', 'Checkout open'],
    ['processing', 'On its way', 'The bank can take a few days to send it.'],
    ['paid', 'Paid'],
    ['refunded', 'Refunded'],
    ['disputed', 'Disputed', 'The payer’s bank asks about it.'],
    ['dispute-lost', 'Dispute lost', 'The bank took the money back, and access with it.'],
    ['expired', 'Not paid in time'],
    ['failed', 'Failed'],
  ])('that is %s says "%s"', async (state, label, note = label) => {
    await show(payment({ state, isRefundable: false }));
    for (const text of ['Grace', 'Guest · ', '$12.50', label, note])
      await expect.element(row).toMatchTextContent(text);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('says what became of its refund', async () => {
    const { update } = await show(payment({ state: 'partly-refunded', amountRefunded: 250 }));
    await expect.element(row).toMatchTextContent('$2.50 were given back.');
    await update(payment({ state: 'refunded', refund: 'pending' }));
    await expect.element(row).toMatchTextContent('The refund is on its way.');
    await update(payment({ refund: 'failed' }));
    await expect.element(row).toMatchTextContent('Refund failed');
    await expect.element(row).toMatchTextContent('The bank sent the refund back: the payment stands again.');
  });

  it('is refunded once', async () => {
    const refund = vi.fn<() => void>();
    const { update } = await show(payment({}, false, refund));
    await button('Refund Grace').click();
    await expectNoViolations();
    await update(payment({}, true, refund));
    await userEvent.keyboard('{Enter}');
    expect(refund).toHaveBeenCalledOnce();
    await expect.element(button('Refund Grace')).toMatchTextContent('Refunding...');
  });

  it('of somebody who left names nobody', async () => {
    await show(payment({ paidByName: null, paidByGuestId: null }));
    await expect.element(row).toMatchTextContent('Somebody who left');
    await expect.element(row).not.toMatchTextContent('Guest');
  });
});

it('the total has parts only where something was taken from it', async () => {
  const { update } = await show(<PaymentTotalsCard totals={sampleTotals()} />);
  const total = page.getByRole('region', { name: 'Total' });
  await expect.element(total).toMatchTextContent('$12.50total of 1 payment');
  await update(
    <PaymentTotalsCard totals={sampleTotals({ paidCount: 2, amount: 2500, amountRefunded: 1250 })} />,
  );
  await expect.element(total).toMatchTextContent('Paid$25.00Refunded$12.50');
  await expect.element(total).not.toMatchTextContent('Lost');
  await update(<PaymentTotalsCard totals={sampleTotals({ amountLost: 1250, net: 0 })} />);
  await expect.element(total).toMatchTextContent('Lost to disputes$12.50');
});

describe('the payments', () => {
  const none = { payments: [], totals: sampleTotals({ paidCount: 0, amount: 0, net: 0 }) };

  it.each([
    [true, 'They appear here as people pay for this event.'],
    [false, 'This event is free: people see it without paying.'],
  ])('are none yet (paid event: %s)', async (isPaid, text) => {
    fakeApi({ 'GET /api/events/{eventId}/payments': () => none });
    await show(<PaymentsList eventId={EVENT_ID} isPaid={isPaid} />);
    await expect.element(heading('No payments yet')).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('that do not come are asked for again', async () => {
    let answer: typeof NO_NETWORK | typeof none = NO_NETWORK;
    fakeApi({ 'GET /api/events/{eventId}/payments': () => answer });
    await show(<PaymentsList eventId={EVENT_ID} isPaid />);
    await expect.element(heading('The payments did not come')).toBeVisible();
    answer = none;
    await button('Try again').click();
    await expect.element(heading('No payments yet')).toBeVisible();
  });

  it('are refunded after a question, which says why if that fails', async () => {
    const answers: (Refusal | PaymentView | typeof NO_NETWORK)[] = [
      NO_NETWORK,
      new Refusal(409, { message: 'The bank asks about it.' }),
      samplePayment({ state: 'refunded', isRefundable: false }),
    ];
    let listed = samplePayment();
    fakeApi({
      'GET /api/events/{eventId}/payments': () => ({ payments: [listed], totals: sampleTotals() }),
      'POST /api/events/{eventId}/payments/{paymentId}/refund': () => {
        const answer = answers.shift() ?? new Refusal(500);
        if (answer !== NO_NETWORK && !(answer instanceof Refusal)) listed = answer;
        return answer;
      },
    });
    await show(<PaymentsList eventId={EVENT_ID} isPaid />);
    await button('Refund Grace').click();
    await expect
      .element(page.getByRole('alertdialog', { name: 'Refund Payment' }))
      .toHaveAccessibleDescription(/^Give \$12\.50 back to Grace\? They lose access/);
    await expectNoViolations();
    await button('Refund $12.50').click();
    await expect
      .element(page.getByText('Failed to refund. Nothing is refunded twice, so it is safe to try again.'))
      .toBeVisible();
    await button('Refund Grace').click();
    await button('Refund $12.50').click();
    await expect.element(page.getByText('The bank asks about it.')).toBeVisible();
    await button('Refund Grace').click();
    await button('Refund $12.50').click();
    await expect.element(page.getByText('$12.50 go back to Grace.')).toBeVisible();
    await expect.element(button('Refund Grace')).not.toBeInTheDocument();
  });
});

describe('the wall of a paid event', () => {
  const wall = (changes: Partial<Parameters<typeof PaymentRequired>[0]>) => (
    <PaymentRequired
      event={{ id: EVENT_ID, price: '12.50', currency: 'usd' }}
      outcome={undefined}
      checkoutResult={undefined}
      isChecking={false}
      isAnonymous={false}
      onPay={() => undefined}
      onCheckAgain={() => undefined}
      {...changes}
    />
  );

  it.each([
    [{}, /^This is a paid event\./],
    [{ checkoutResult: 'cancelled' }, /^You left the checkout/],
    [{ outcome: 'failed' }, /^Your last payment did not arrive/],
    [{ outcome: 'refunded' }, /^Your payment was given back to you/],
    [{ outcome: 'disputed' }, /^Your bank took your payment back/],
  ] as const)('offers to pay: %o', async (state, text) => {
    await show(wall(state));
    await expect.element(heading('Payment Required')).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Pay $12.50 to Access' }))
      .toHaveAttribute('href', `/event/${EVENT_ID}/checkout`);
    await expect.element(page.getByRole('link', { name: /Log in/ })).not.toBeInTheDocument();
  });

  it('lets somebody log in who paid with an account', async () => {
    await show(wall({ isAnonymous: true }));
    const returnTo = encodeURIComponent(`/event/${EVENT_ID}`);
    await expect
      .element(page.getByRole('link', { name: 'Paid with an account? Log in' }))
      .toHaveAttribute('href', `/api/login?returnTo=${returnTo}`);
    await expectNoViolations();
  });

  it.each([
    [{ outcome: 'paid' }, 'Confirming Your Payment'],
    [{ checkoutResult: 'success' }, 'Confirming Your Payment'],
    [{ outcome: 'processing' }, 'Your Payment Is on Its Way'],
    [{ outcome: 'late' }, 'Not Confirmed Yet'],
  ] as const)('does not ask for money again: %o', async (state, title) => {
    await show(wall(state));
    await expect.element(heading(title)).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Pay/ })).not.toBeInTheDocument();
  });

  it('that is not confirmed yet says that nothing is charged twice, and leads to another look', async () => {
    await show(wall({ outcome: 'late' }));
    await expect.element(page.getByText(/You will not be charged twice\./)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Check Again' }))
      .toHaveAttribute('href', `/event/${EVENT_ID}/checkout`);
  });

  it('looks again when asked', async () => {
    const check = vi.fn<() => void>();
    const { update } = await show(wall({ outcome: 'processing', onCheckAgain: check }));
    await expectNoViolations();
    await button('Check Again').click();
    await update(wall({ outcome: 'processing', onCheckAgain: check, isChecking: true }));
    await userEvent.keyboard('{Enter}');
    expect(check).toHaveBeenCalledOnce();
  });
});

it('the checkout’s card is busy, then offers its actions, and keeps the focus when they go', async () => {
  const { update } = await show(<CheckoutCard title="Opening" isBusy />);
  const card = document.querySelector('main section');
  expect(card?.getAttribute('aria-busy')).toBe('true');
  await update(
    <CheckoutCard
      title="It failed"
      eventName="Summer party"
      actions={<button type="button">Try Again</button>}
    >
      Nothing was charged.
    </CheckoutCard>,
  );
  await expect.element(page.getByText('Nothing was charged.')).toBeVisible();
  await expectNoViolations();
  await button('Try Again').click();
  await update(<CheckoutCard title="Opening" eventName="Summer party" isBusy />);
  await vi.waitFor(() => expect(document.activeElement).toBe(card));
});
