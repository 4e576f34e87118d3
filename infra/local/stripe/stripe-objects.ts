import { randomBytes } from 'node:crypto';

/**
 * Stripe's objects as this version of the API returns them, with the fields that concern paying by checkout.
 * Times are seconds since 1970, amounts minor units. Source: https://docs.stripe.com/api.
 */
export const API_VERSION = '2026-10-28.endive';

type Metadata = Record<string, string>;

export type Session = {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string;
  client_reference_id: string | null;
  created: number;
  currency: string;
  customer: null;
  expires_at: number;
  livemode: false;
  metadata: Metadata;
  mode: 'payment';
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  ui_mode: 'hosted_page';
  url: string | null;
};

/** What a session holds but does not return. */
export type InternalSessionState = {
  readonly productName: string;
  readonly intentMetadata: Metadata;
  /** How a delayed payment will end by itself. */
  readonly ending?: 'succeeded' | 'failed';
};

export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  created: number;
  currency: string;
  last_payment_error: { code: string; message: string; type: string } | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  payment_method_types: string[];
  status: 'processing' | 'requires_payment_method' | 'succeeded';
};

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  created: number;
  currency: string;
  disputed: boolean;
  livemode: false;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  reason: null;
  status: 'succeeded' | 'failed';
};

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  is_charge_refundable: boolean;
  livemode: false;
  /** Empty: as at Stripe, a dispute has none of the payment's metadata. */
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status: string;
};

export type StripeObject = Session | Intent | Charge | Refund | Dispute;

export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: StripeObject };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The prefix, an underscore, and as many random letters and digits as in Stripe's ids. */
export function newObjectId(prefix: 'cs_test' | 'pi' | 'ch' | 're' | 'du' | 'evt' | 'req'): string {
  const length = prefix === 'cs_test' ? 58 : 24;
  const letters = Array.from(randomBytes(length), (byte) => LETTERS.charAt(byte % LETTERS.length));
  return `${prefix}_${letters.join('')}`;
}
