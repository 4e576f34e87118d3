import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import Checkout from '../../web/src/routes/checkout.tsx';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

const CREATE = 'POST /api/events/{eventId}/create-checkout';

/** The checkout of a paid event, which cannot be created. */
async function showCheckout() {
  const event = sampleEvent({ role: 'participant', isPaid: true, price: '12.50' });
  const answers: Answers = {
    'GET /api/events/{eventId}': () => event,
    'GET /api/auth/user': () => sampleUser({ id: 'usr_ada' }),
    [CREATE]: () => new Refusal(500),
  };
  const sent = fakeApi(answers);
  const shown = await show(<Checkout />, {
    at: `/event/${EVENT_ID}/checkout`,
    route: '/event/:eventId/checkout',
  });
  await expect.element(page.getByText('Checkout Error')).toBeVisible();
  return { ...shown, answers, asked: () => sent.filter(({ name }) => name === CREATE).length };
}

it('a checkout is not asked for as somebody else who has signed in meanwhile', async () => {
  const { client, address, asked } = await showCheckout();
  client.setQueryData(queryKeys.session, sampleUser({ id: 'usr_bea' }));
  await expect.poll(address).toBe(`/event/${EVENT_ID}`);
  expect(asked()).toBe(1);
});

it('an event that is deleted meanwhile is not shown as it was', async () => {
  const { client, answers } = await showCheckout();
  answers['GET /api/events/{eventId}'] = () => new Refusal(404, { code: 'not_found' });
  await client.invalidateQueries({ queryKey: queryKeys.event(EVENT_ID) });
  await expect.element(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
});
