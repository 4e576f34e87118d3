/** Who sends a request, as far as the request proves it. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'guest'; readonly guestId: string };

/** A caller who can upload, vote, pay and subscribe. */
export type Person = Exclude<Caller, { kind: 'anonymous' }>;

/** `user:<id>` or `guest:<id>`: one key for both kinds of people. */
export type PersonKey = `user:${string}` | `guest:${string}`;

export function personKeyOf(person: Person): PersonKey {
  return person.kind === 'user' ? `user:${person.userId}` : `guest:${person.guestId}`;
}

/** Undefined for an anonymous caller. */
export function keyOfCaller(caller: Caller): PersonKey | undefined {
  return caller.kind === 'anonymous' ? undefined : personKeyOf(caller);
}

export function personOfKey(key: PersonKey): Person {
  return key.startsWith('user:')
    ? { kind: 'user', userId: key.slice('user:'.length) }
    : { kind: 'guest', guestId: key.slice('guest:'.length) };
}

/** The person key of a user's or guest's id: guests' ids have a prefix, users' have none. */
export function keyOfId(id: string): PersonKey {
  return id.startsWith('gst_') ? `guest:${id}` : `user:${id}`;
}
