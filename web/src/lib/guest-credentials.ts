import { useEffect, useSyncExternalStore } from 'react';

/** Who an anonymous visitor is in this browser. */
export type GuestCredentials = { id: string; name: string; token: string; email: string | null };

const KEY = 'guest_credentials';
const listeners = new Set<() => void>();
let memory: { raw: string | null; value: GuestCredentials | null } = { raw: null, value: null };

/**
 * Reads what is stored, which people and other versions of the page can have changed.
 * @returns null for anything that is not a guest's identity
 */
export function parseGuestCredentials(raw: string | null): GuestCredentials | null {
  try {
    const stored = JSON.parse(raw ?? 'null') as Partial<Record<keyof GuestCredentials, unknown>> | null;
    const { id, name, token, email } = stored ?? {};
    if (typeof id !== 'string' || typeof token !== 'string' || id === '' || token === '') return null;
    return {
      id,
      token,
      name: typeof name === 'string' ? name : '',
      email: typeof email === 'string' ? email : null,
    };
  } catch {
    return null;
  }
}

/** The guest identity kept in this browser, or null. The same object as long as nothing changed. */
export function readGuest(): GuestCredentials | null {
  let raw = memory.raw;
  try {
    raw = localStorage.getItem(KEY);
  } catch {
    // Storage is forbidden (private windows, embedded views): the identity lives as long as the page.
  }
  if (raw !== memory.raw) memory = { raw, value: parseGuestCredentials(raw) };
  return memory.value;
}

/** Keeps a guest identity, or forgets it. */
export function writeGuest(guest: GuestCredentials | null): void {
  const raw = guest && JSON.stringify(guest);
  try {
    if (raw) localStorage.setItem(KEY, raw);
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  memory = { raw, value: guest };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The guest identity, followed across tabs. */
export function useGuest(): GuestCredentials | null {
  return useSyncExternalStore(subscribe, readGuest, () => null);
}

/** A guest as screens show a person. */
export function guestPerson(guest: GuestCredentials | null) {
  return guest && { firstName: guest.name, email: guest.email ?? '', profileImageUrl: null };
}

/** A guest as queries and bodies carry it; empty without one. */
export function guestFields(guest: GuestCredentials | null): { guestId?: string; token?: string } {
  return guest ? { guestId: guest.id, token: guest.token } : {};
}

/** A guest that the server no longer knows is forgotten here, too: the visitor starts anew. */
export function useForgetGuest(isGuestUnknown: boolean): void {
  useEffect(() => {
    if (isGuestUnknown) writeGuest(null);
  }, [isGuestUnknown]);
}
