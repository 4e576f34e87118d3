import { expect } from 'vitest';

/** Registers a guest, as the page does. */
export async function registerGuest(site: string, name: string): Promise<{ id: string; token: string }> {
  const reply = await fetch(`${site}/api/guests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ name }),
  });
  expect(reply.status).toBe(201);
  return (await reply.json()) as { id: string; token: string };
}

/** What a guest is told of an event that is not there: 404 when the guest is known, 401 when not. */
export async function statusOf(site: string, guest: { id: string; token: string }): Promise<number> {
  const query = new URLSearchParams({ guestId: guest.id, token: guest.token });
  const reply = await fetch(`${site}/api/events/evt_${'a'.repeat(26)}/media?${query.toString()}`);
  return reply.status;
}
