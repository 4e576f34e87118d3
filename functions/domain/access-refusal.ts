import { PAUSED } from '../../shared/eligibility-messages.ts';
import { messages } from '../../shared/messages.ts';
import type { Action } from './access.ts';
import { AppError } from './app-error.ts';

/** Why somebody may not do something in an event. */
export type Refusal =
  | 'unauthenticated'
  | 'payment-required'
  | 'forbidden'
  | 'paused'
  | 'needs-join'
  | 'already-joined'
  | 'already-host'
  | 'never-pays';

/** What who is refused is told. */
export function refusalError(refusal: Refusal, action: Action): AppError {
  switch (refusal) {
    case 'unauthenticated':
      return new AppError('unauthenticated', 'sign_in_required', { message: 'Please sign in first.' });
    case 'payment-required':
      return new AppError('payment-required', 'payment_required', {
        message: 'This is a paid event. Payment is required for access.',
      });
    case 'needs-join':
      return new AppError('forbidden', 'needs_join', { message: 'Join the event to start uploading' });
    case 'paused':
      return new AppError('forbidden', 'event_paused', { message: PAUSED });
    case 'already-joined':
      return new AppError('conflict', 'already_joined', { message: messages.alreadyJoined });
    case 'already-host':
      return new AppError('conflict', 'already_host', { message: 'You are a host of this event already.' });
    case 'never-pays':
      return new AppError('conflict', 'owner_never_pays', { message: 'This event is your own.' });
    case 'forbidden':
      return forbiddenError(action);
  }
}

function forbiddenError(action: Action): AppError {
  if (action === 'act-as-owner') {
    return new AppError('forbidden', 'owner_only', { message: 'Only the owner of the event may do this.' });
  }
  if (action === 'manage' || action === 'see-unapproved') {
    return new AppError('forbidden', 'hosts_only', {
      message: 'Only the owner and the co-hosts of the event may do this.',
    });
  }
  return new AppError('forbidden', 'forbidden', { message: "You don't have access to this event." });
}
