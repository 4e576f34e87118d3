import type { PersonKey } from '../domain/caller.ts';
import { deleteSubscriptionsTo } from '../notifications/subscription-store.ts';
import { blockUnpaidGuest, listRecentGuests } from '../table/recent-guests.ts';

/** How many guests one call blocks: few enough to finish well before its time-out. */
const BATCH = 200;
const COUNTED = 1000;

/** Of which guests a call is: those who have a place since an instant, and come after a person. */
export type RecentGuests = { readonly since: string; readonly after: PersonKey | '' };

/** How many people a call was about, and after whom the next call goes on; undefined at the end. */
type Handled = { readonly people: number; readonly next: PersonKey | undefined };

/** Counts recent guests among an event's next thousand. */
export async function countRecentGuests(eventId: string, recent: RecentGuests): Promise<Handled> {
  const { people, last } = await listRecentGuests(eventId, { ...recent, limit: COUNTED });
  return { people: people.length, next: last };
}

/**
 * Blocks recent guests, each as if the owner did it alone: items and votes stay, and each can be restored. Safe to repeat and to
 * interrupt: a repeated call finds those who are left. Whoever has paid, or begun to, meanwhile stays.
 */
export async function blockRecentGuests(eventId: string, recent: RecentGuests): Promise<Handled> {
  const { people: guests, last } = await listRecentGuests(eventId, { ...recent, limit: BATCH });
  let people = 0;
  for (const guest of guests) {
    if (!(await blockUnpaidGuest(guest))) continue;
    people += 1;
    await deleteSubscriptionsTo(eventId, guest.person);
  }
  return { people, next: last };
}
