import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Audience } from '../../shared/contract/endpoint.ts';
import { EXPECTED_USER_HEADER, NOBODY } from '../../shared/contract/expected-user.ts';
import { eventId, guestId, guestToken, mediaId } from '../../shared/contract/ids.ts';
import { AppError, sessionChanged, unauthenticated } from '../domain/app-error.ts';
import { type Caller, personKeyOf } from '../domain/caller.ts';
import { hashToken, readSessionToken } from './session-cookie.ts';
import { getGuest } from '../table/people.ts';
import type { GuestRecord, UserRecord } from '../table/person-row.ts';
import { getMedia } from '../table/media.ts';
import { isBlockedIn } from '../table/memberships.ts';
import { getSession, type Session } from '../table/sessions.ts';

export type Identity = {
  readonly caller: Caller;
  readonly user: UserRecord | undefined;
  /** That of a signed-in caller. */
  readonly session?: Session | undefined;
};

const ANONYMOUS: Identity = { caller: { kind: 'anonymous' }, user: undefined };

/**
 * Who sends a request. A session takes precedence over guest credentials, except on calls for guests.
 * @throws AppError 401 for a wrong or missing token, for callers whom the call is not for, and if the session is not
 * that of the user whom the page names; 403 if such a caller is a guest who is blocked in the event
 */
export async function identify(
  event: APIGatewayProxyEventV2,
  call: { audience: Audience; body: unknown; acceptsBareGuestId?: boolean },
  now: Date,
): Promise<Identity> {
  const identity = await prove(event, call, now);
  const { kind } = identity.caller;
  const isMeant =
    call.audience === 'anyone' ||
    call.audience === 'none' ||
    (call.audience === 'person' ? kind !== 'anonymous' : kind === call.audience);
  if (isMeant) return identity;
  throw (await isRemoved(identity.caller, { event, body: call.body })) ? removed() : unauthenticated();
}

const named = z.object({ eventId: z.optional(eventId), mediaId: z.optional(mediaId) });

/** A blocked guest is answered 403 by every call on the event, even by those that guests may not make. */
async function isRemoved(
  caller: Caller,
  { event, body }: { event: APIGatewayProxyEventV2; body: unknown },
): Promise<boolean> {
  const target = named.safeParse({ ...named.safeParse(body).data, ...event.pathParameters });
  if (caller.kind !== 'guest' || !target.success) return false;
  const { mediaId: item, eventId: id = item && (await getMedia(item))?.eventId } = target.data;
  return id !== undefined && isBlockedIn(id, personKeyOf(caller));
}

async function prove(
  event: APIGatewayProxyEventV2,
  call: { audience: Audience; body: unknown; acceptsBareGuestId?: boolean },
  now: Date,
): Promise<Identity> {
  if (call.audience === 'none') return ANONYMOUS;
  if (call.audience !== 'guest') {
    const identity = await identifySession(event, now);
    assertExpected(event, identity.user);
    if (identity.user) return identity;
  }
  const credentials = guestCredentialsOf(event, call.body);
  if (credentials.guestId === undefined) return ANONYMOUS;
  if (credentials.token === undefined && call.acceptsBareGuestId) return ANONYMOUS;
  return { caller: await proveGuest(credentials), user: undefined };
}

/** A page that shows one person's things must not act as another: the session is the browser's, and other tabs change it. */
function assertExpected({ headers }: APIGatewayProxyEventV2, user: UserRecord | undefined): void {
  const expected = headers[EXPECTED_USER_HEADER];
  if (expected !== undefined && expected !== (user?.id ?? NOBODY)) throw sessionChanged();
}

/** Who is signed in, ignoring guest credentials; anonymous if nobody is. */
export async function identifySession(
  event: Pick<APIGatewayProxyEventV2, 'cookies'>,
  now: Date,
): Promise<Identity> {
  const token = readSessionToken(event.cookies);
  const session = token && (await getSession(hashToken(token), now));
  if (!session) return ANONYMOUS;
  const { user } = session;
  return { caller: { kind: 'user', userId: user.id }, user, session };
}

const credentialFields = z.object({ guestId: z.optional(z.unknown()), token: z.optional(z.unknown()) });

/** Guest credentials from the headers, else from the query (or the id in the path), else from the body. */
function guestCredentialsOf(event: APIGatewayProxyEventV2, body: unknown) {
  const header = event.headers['x-guest-id'];
  if (header !== undefined) return { guestId: header, token: event.headers['x-guest-token'] };
  const query = event.queryStringParameters ?? {};
  const queryId = query['guestId'] ?? event.pathParameters?.['guestId'];
  if (queryId !== undefined) return { guestId: queryId, token: query['token'] };
  const fields = credentialFields.safeParse(body);
  return fields.success ? fields.data : { guestId: undefined, token: undefined };
}

async function proveGuest(credentials: { guestId?: unknown; token?: unknown }): Promise<Caller> {
  const guest = await requireGuest(credentials);
  if (guest.claimedBy) throw unauthenticated();
  return { kind: 'guest', guestId: guest.id };
}

/** The guest whom the credentials prove, even one whom an account has claimed. @throws AppError 401 */
export async function requireGuest(credentials: {
  guestId?: unknown;
  token?: unknown;
}): Promise<GuestRecord> {
  const id = guestId.safeParse(credentials.guestId);
  const token = guestToken.safeParse(credentials.token);
  if (!id.success || !token.success) throw unauthenticated();
  const guest = await getGuest(id.data);
  if (!guest) throw unauthenticated();
  const [given, stored] = [Buffer.from(hashToken(token.data)), Buffer.from(guest.tokenHash)];
  if (given.length !== stored.length || !timingSafeEqual(given, stored)) throw unauthenticated();
  return guest;
}

function removed(): AppError {
  return new AppError('forbidden', 'forbidden', { message: "You don't have access to this event." });
}
