import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Stripe } from 'stripe';
import { AppError } from '../domain/app-error.ts';
import * as objects from './stripe-objects.ts';
import type { WebhookEvent } from './ports.ts';

/** How far Stripe's clock and ours may differ, either way. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies that a request is one of Stripe's events and parses it.
 * @param secrets the endpoint's signing secrets: several while one is rotated
 * @throws AppError 400 for a wrong signature, an old one, or one from the future
 */
export function parseWebhookEvent(
  request: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded' | 'headers'>,
  secrets: readonly string[],
  now: Date,
): WebhookEvent {
  const header = request.headers['stripe-signature'] ?? '';
  // The raw bytes: a body that was parsed and serialised again has another signature.
  const bytes = Buffer.from(request.body ?? '', request.isBase64Encoded ? 'base64' : 'utf8');
  if (isFromFuture(header, now)) throw refused();
  for (const secret of secrets) {
    try {
      const { id, type, data } = objects.event.parse(
        Stripe.webhooks.constructEvent(bytes, header, secret, TOLERANCE_SECONDS, undefined, now.getTime()),
      );
      return { id, type, object: data.object };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw refused();
}

/** Stripe's library accepts any time in the future and limits only the past. */
function isFromFuture(header: string, now: Date): boolean {
  const stamps = header.split(',').filter((part) => part.startsWith('t='));
  const latest = Math.max(...stamps.map((part) => Number.parseInt(part.slice(2), 10)));
  return latest - Math.floor(now.getTime() / 1000) > TOLERANCE_SECONDS;
}

function refused(): AppError {
  return new AppError('invalid', 'invalid_signature', { message: 'The signature is not valid.' });
}
