import { stripeWebhook } from '../../shared/contract/payments.ts';
import { paymentPorts } from '../payments/payment-ports.ts';
import { readDelivery } from '../payments/read-delivery.ts';
import { takeDelivery } from '../payments/take-delivery.ts';
import { secretsIn } from '../payments/webhook-secrets.ts';
import { http } from '../platform/http.ts';
import { secret } from '../platform/secrets.ts';

export const handler = http(stripeWebhook, async ({ event, now }) => {
  const delivery = readDelivery(event, secretsIn(await secret('stripe-webhook-secrets')), now);
  await takeDelivery(delivery, paymentPorts);
  return { status: 200, body: { received: true } };
});
