import type { Role } from '../../shared/contract/entities.ts';
import { type Refusal, refusalError } from './access-refusal.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import type { EventRecord, MediaRecord, Membership } from './records.ts';

/**
 * The one access rule: nothing else in the product decides who may do what in an event. Which of its items a
 * caller sees, and who gets an original, follows in `visibility.ts`; which payment opens a paid event, in `paid-access.ts`.
 */

/** What a caller can ask to do in an event. */
export type Action =
  | 'see-event'
  | 'see-media'
  | 'see-own-media'
  | 'see-unapproved'
  | 'join'
  | 'upload'
  | 'upload-as-guest'
  | 'vote'
  | 'withdraw-vote'
  | 'pay'
  | 'see-own-payment'
  | 'publish-own'
  | 'delete-own-media'
  | 'delete-any-media'
  | 'manage'
  | 'become-co-host'
  /** What co-hosts may not: deletion, money, naming co-hosts, handing over. */
  | 'act-as-owner';

/** A caller's role in one event, with what decides what it may do there. */
export type EventAccess = {
  readonly role: Role;
  readonly hasPaid: boolean;
  /** Whether they are one of the event's people already: a pause keeps out all others. */
  readonly hasPlace: boolean;
  readonly event: Pick<EventRecord, 'privacy' | 'isPaid' | 'isPaused'>;
};

/** A caller's access, from the event and the caller's membership in it. */
export function accessOf(
  caller: Caller,
  event: EventRecord,
  membership: Membership | undefined,
): EventAccess {
  const role = roleOf(caller, event, membership);
  return {
    role,
    hasPaid: membership?.hasPaid ?? false,
    hasPlace: isHost({ role }) || ((membership?.hasPlace ?? false) && !membership?.isBlocked),
    event,
  };
}

/** Whether a caller runs the event: its owner, and its co-hosts. Hosts see names and what waits for approval, and never pay. */
export const isHost = ({ role }: Pick<EventAccess, 'role'>): boolean =>
  role === 'owner' || role === 'co-host';

function roleOf(caller: Caller, event: EventRecord, membership: Membership | undefined): Role {
  if (caller.kind === 'anonymous') return 'anonymous';
  if (caller.kind === 'user' && caller.userId === event.createdBy) return 'owner';
  if (membership?.isBlocked) return 'blocked';
  if (caller.kind === 'guest') return 'guest';
  if (membership?.isCoHost) return 'co-host';
  return membership?.standing === 'participant' ? 'participant' : 'user';
}

/** @returns undefined if the action is allowed, else why not */
export function refusalOf(action: Action, access: EventAccess): Refusal | undefined {
  const { role } = access;
  if (isHost(access)) return hostsRefusal(action, access);
  if (role === 'blocked') return 'forbidden';
  const signedIn = role === 'participant' || role === 'user';
  switch (action) {
    case 'see-event':
      return unseen(access);
    case 'see-media':
      return unseen(access) ?? unpaid(access);
    case 'see-own-media':
    case 'vote':
    case 'withdraw-vote':
      if (role === 'anonymous') return 'unauthenticated';
      return unseen(access) ?? unpaid(access) ?? (action === 'vote' ? paused(access) : undefined);
    case 'see-own-payment':
      return undefined;
    case 'join':
      if (!signedIn) return 'unauthenticated';
      return role === 'participant' ? 'already-joined' : paused(access);
    case 'upload':
      if (!signedIn) return 'unauthenticated';
      return unpaid(access) ?? paused(access) ?? (role === 'user' ? 'needs-join' : undefined);
    case 'upload-as-guest':
      if (role !== 'guest') return 'unauthenticated';
      return access.event.privacy === 'private' ? 'forbidden' : (unpaid(access) ?? paused(access));
    // Guests may pay for a private event, too: the account that claims the guest, and with it the payment,
    // may see it.
    case 'pay':
      return role === 'anonymous' ? 'unauthenticated' : paused(access);
    case 'publish-own':
    case 'delete-own-media':
      return role === 'anonymous' ? 'unauthenticated' : undefined;
    case 'delete-any-media':
      return role === 'anonymous' ? 'unauthenticated' : 'forbidden';
    case 'become-co-host':
      return signedIn ? undefined : 'unauthenticated';
    case 'see-unapproved':
    case 'manage':
    case 'act-as-owner':
      return signedIn ? 'forbidden' : 'unauthenticated';
  }
}

function hostsRefusal(action: Action, { role, event }: EventAccess): Refusal | undefined {
  if (action === 'join') return 'already-joined';
  if (action === 'become-co-host') return 'already-host';
  if (action === 'pay') return event.isPaid ? 'never-pays' : undefined;
  const isOwners = action === 'act-as-owner' || action === 'delete-any-media';
  return isOwners && role !== 'owner' ? 'forbidden' : undefined;
}

function unseen({ role, event }: EventAccess): Refusal | undefined {
  const hasAccount = role === 'participant' || role === 'user';
  return event.privacy === 'private' && !hasAccount ? 'unauthenticated' : undefined;
}

function unpaid({ event, hasPaid }: EventAccess): Refusal | undefined {
  return event.isPaid && !hasPaid ? 'payment-required' : undefined;
}

/** Checked last, so that people whom another rule keeps from uploading, voting or paying are told what they can do. */
function paused({ event, hasPlace }: EventAccess): Refusal | undefined {
  return event.isPaused && !hasPlace ? 'paused' : undefined;
}

/** Only approved items can be voted on, even by those who see others. @throws AppError 409 */
export function assertVotable(media: Pick<MediaRecord, 'status'>): void {
  if (media.status === 'approved') return;
  throw new AppError('conflict', 'not_approved', { message: 'Only approved photos can be voted on.' });
}

export function may(action: Action, access: EventAccess): boolean {
  return refusalOf(action, access) === undefined;
}

/** @throws AppError 401, 402, 403 or 409, as the refusal requires */
export function assertMay(action: Action, access: EventAccess): void {
  const refusal = refusalOf(action, access);
  if (refusal) throw refusalError(refusal, action);
}

/** For a co-host who does what the owner alone may do. */
export const ownerOnly = (): AppError => refusalError('forbidden', 'act-as-owner');

/** For somebody who was blocked while their call was under way. */
export const noAccess = (): AppError => refusalError('forbidden', 'see-event');
