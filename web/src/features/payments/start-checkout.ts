import { messages } from '../../../../shared/messages.ts';
import { call, CallError } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';

/** The result of requesting a checkout. */
export type CheckoutResult =
  | { readonly kind: 'go'; readonly url: string }
  /** Already paid. */
  | { readonly kind: 'paid' }
  | { readonly kind: 'processing' }
  /** The caller has neither a valid session nor valid guest credentials. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'problem'; readonly text: string };

type CheckoutInput = {
  eventId: string;
  guest: GuestFields;
  signal: AbortSignal;
};

/** Requests the event's checkout: the caller's open one, or a new one. */
export async function startCheckout({ eventId, guest, signal }: CheckoutInput): Promise<CheckoutResult> {
  try {
    const { url } = await call('POST /api/events/{eventId}/create-checkout', {
      params: { eventId },
      body: guest,
      signal,
    });
    return url ? { kind: 'go', url } : { kind: 'problem', text: messages.checkoutFailed };
  } catch (error) {
    return checkoutResultFor(error);
  }
}

const RESULTS_BY_CODE: Readonly<Record<string, CheckoutResult>> = {
  already_paid: { kind: 'paid' },
  payment_processing: { kind: 'processing' },
  unauthenticated: { kind: 'stranger' },
  sign_in_required: { kind: 'stranger' },
  // The server's text is for those who upload and vote.
  event_paused: {
    kind: 'problem',
    text: 'The host has paused this event: for now, nobody new can pay for it. You were not charged.',
  },
  owner_never_pays: {
    kind: 'problem',
    text: 'This event is your own. You see everything without paying.',
  },
};

/** Maps a failed request to a result. */
export function checkoutResultFor(error: unknown): CheckoutResult {
  const failed = { kind: 'problem', text: messages.checkoutFailed } as const;
  if (!(error instanceof CallError)) return failed;
  const result = RESULTS_BY_CODE[error.code ?? ''];
  if (result) return result;
  // Messages of other refusals are written for users; those of server errors are not.
  const isRefusal = error.status < 500 && error.userMessage !== undefined;
  return isRefusal ? { kind: 'problem', text: error.userMessage ?? '' } : failed;
}
