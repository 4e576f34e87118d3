import { useEffect, useSyncExternalStore } from 'react';
import { type GuestFields, NO_GUEST } from './query-keys.ts';

/** The guest that this browser is registered as. */
export type GuestCredentials = { id: string; name: string; token: string; email: string | null };

const KEY = 'guest_credentials';
const listeners = new Set<() => void>();
let memory: { raw: string | null; value: GuestCredentials | null } = { raw: null, value: null };

/**
 * Parses stored credentials, which users and other versions of the page may have changed.
 * @returns null if they are invalid
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

/** This browser's guest, or null. Returns the same object until something changes. */
export function readGuest(): GuestCredentials | null {
  let raw = memory.raw;
  try {
    raw = localStorage.getItem(KEY);
  } catch {
    // Storage is unavailable (private windows, embedded views): the guest lasts until the page is closed.
  }
  if (raw !== memory.raw) memory = { raw, value: parseGuestCredentials(raw) };
  return memory.value;
}

/** Stores the guest, or removes it (null). */
export function writeGuest(guest: GuestCredentials | null): void {
  const raw = guest && JSON.stringify(guest);
  try {
    if (raw) localStorage.setItem(KEY, raw);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: `memory` has it.
  }
  memory = { raw, value: guest };
  for (const listener of listeners) listener();
}

/** Calls back when the guest may have changed, here or in another tab. @returns the unsubscribe function */
export function onGuestChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** This browser's guest, kept up to date across tabs. */
export function useGuest(): GuestCredentials | null {
  return useSyncExternalStore(onGuestChange, readGuest, () => null);
}

/** A guest in the shape of a user, for display. */
export function guestPerson(guest: GuestCredentials | null) {
  return guest && { firstName: guest.name, email: guest.email ?? '', profileImageUrl: null };
}

/** A guest's credentials as request fields; empty without a guest. */
export function guestFields(guest: GuestCredentials | null): GuestFields {
  return guest ? { guestId: guest.id, token: guest.token } : NO_GUEST;
}

/** Removes a guest that the server does not know, so that the viewer can register again. */
export function useForgetGuest(isGuestUnknown: boolean): void {
  useEffect(() => {
    if (isGuestUnknown) writeGuest(null);
  }, [isGuestUnknown]);
}
