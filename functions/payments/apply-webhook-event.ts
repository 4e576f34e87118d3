import type { WebhookEvent, PaymentPorts } from './ports.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Processes one of the provider's events. What it says about money is not trusted but looked up: the event
 * only tells where to look. Events of other kinds, or about payments that are not ours, change nothing.
 */
export async function applyWebhookEvent(
  delivery: WebhookEvent,
  ports: PaymentPorts & { isKnown: (deliveryId: string) => Promise<boolean> },
): Promise<void> {
  if (await ports.isKnown(delivery.id)) return;
  const name = await ports.provider.nameOf(delivery);
  if (name) await settlePayment({ ...name, deliveryId: delivery.id }, ports);
}
