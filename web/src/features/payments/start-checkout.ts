import { messages } from '../../../../shared/messages.ts';
import { call, CallError } from '../../lib/call.ts';

/** What asking for a checkout came to. */
export type CheckoutResult =
  | { readonly kind: 'go'; readonly url: string }
  /** There is nothing to pay any more. */
  | { readonly kind: 'paid' }
  | { readonly kind: 'processing' }
  /** The server knows neither this session nor this guest. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'problem'; readonly text: string };

type CheckoutInput = {
  eventId: string;
  guest: { guestId?: string; token?: string };
  signal: AbortSignal;
};

/** Asks for the event's checkout: the one that is open, or a new one. */
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
  owner_never_pays: {
    kind: 'problem',
    text: 'This event is your own. You see everything without paying.',
  },
};

/** What a refusal means to the person who wants to pay. */
export function checkoutResultFor(error: unknown): CheckoutResult {
  const failed = { kind: 'problem', text: messages.checkoutFailed } as const;
  if (!(error instanceof CallError)) return failed;
  const known = RESULTS_BY_CODE[error.code ?? ''];
  if (known) return known;
  // Another refusal says in its own sentence what is wrong; a fault of the server's says nothing to people.
  const isRefusal = error.status < 500 && error.userMessage !== undefined;
  return isRefusal ? { kind: 'problem', text: error.userMessage ?? '' } : failed;
}
