import type { WebhookEvent, PaymentPorts } from './ports.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Works one of the provider's events off. What it says of money is not believed but asked for; it only tells where
 * to look. Events of other kinds, and about other people's payments, change nothing.
 */
export async function applyWebhookEvent(
  delivery: WebhookEvent,
  ports: PaymentPorts & { isKnown: (deliveryId: string) => Promise<boolean> },
): Promise<void> {
  if (await ports.isKnown(delivery.id)) return;
  const name = await ports.provider.nameOf(delivery);
  if (name) await settlePayment({ ...name, deliveryId: delivery.id }, ports);
}
