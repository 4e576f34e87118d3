import { stripeWebhook } from '../../shared/contract/payments.ts';
import { paymentPorts } from '../payments/production-ports.ts';
import { parseWebhookEvent } from '../payments/parse-webhook-event.ts';
import { applyWebhookEvent } from '../payments/apply-webhook-event.ts';
import { parseWebhookSecrets } from '../payments/webhook-secrets.ts';
import { http } from './kit/http.ts';
import { getSecret } from '../aws/secrets.ts';

export const handler = http(stripeWebhook, async ({ event, now }) => {
  const delivery = parseWebhookEvent(
    event,
    parseWebhookSecrets(await getSecret('stripe-webhook-secrets')),
    now,
  );
  await applyWebhookEvent(delivery, paymentPorts);
  return { status: 200, body: { received: true } };
});
