import { chooseOnCheckoutPage, sessionIdOf } from '../fixtures/stripe-client.ts';
import { isThere, newThing, type PaymentThing } from './faults-ledger.ts';
import { act, identity, persist, type Person, pick } from './faults-person.ts';

/** Pays for an event, once: whoever does not know whether they have paid goes to the checkout again. */
export async function pay(person: Person): Promise<void> {
  const { ledger, over } = person.run;
  const unpaid = ledger.events.filter(
    (event) =>
      event.isPaid &&
      isThere(event) &&
      !ledger.payments.some((each) => each.event === event && each.payer === person.key),
  );
  const event = pick(person, unpaid);
  if (!event) return;
  const sessions = new Set<string>();
  const thing: PaymentThing = {
    ...newThing(`payment of ${person.key} for ${event.name}`),
    event,
    payer: person.key,
    sessions,
  };
  ledger.payments.push(thing);
  while (!over.aborted) {
    const { answer } = await persist(person, () =>
      person.client.post(`/api/events/${event.id}/create-checkout`, identity(person)),
    );
    ledger.note(thing, `checkout: ${answer?.status ?? 'no answer'}`);
    // 409: paid already, by a payment whose answer was lost.
    if (answer?.status === 409 && thing.made === 'unanswered') thing.made = 'done';
    if (answer?.status !== 200) return;
    const { url } = answer.json;
    sessions.add(sessionIdOf(url));
    thing.made = 'unanswered';
    const paid = await chooseOnCheckoutPage(person.client, url, 'pay').catch(() => undefined);
    ledger.note(thing, `pay at ${sessionIdOf(url)}: ${paid?.status ?? 'no answer'}`);
    if (paid?.status === 303) {
      thing.made = 'done';
      return;
    }
  }
}

/** A host gives one payment back. */
export async function refund(person: Person): Promise<void> {
  const paid = person.run.ledger.payments.filter(
    (each) => each.event.host === person.key && isThere(each) && isThere(each.event),
  );
  const thing = pick(person, paid);
  if (!thing) return;
  const path = `/api/events/${thing.event.id}/payments` as const;
  const { answer: list } = await persist(person, () => person.client.get(path));
  if (list?.status !== 200) return;
  const { payments } = list.json as { payments: { id: string; stripeSessionId: string; state: string }[] };
  const found = payments.find(({ stripeSessionId }) => thing.sessions.has(stripeSessionId));
  if (found?.state !== 'paid') return;
  thing.removed = 'unanswered';
  const { fate } = await act(person, { thing, as: `refund ${found.id}`, done: [200] }, () =>
    person.client.post(`${path}/${found.id}/refund`),
  );
  thing.removed = fate;
}
