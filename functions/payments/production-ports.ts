import { siteUrl } from '../aws/addresses.ts';
import { commitPayment } from './write-payment.ts';
import { getPayment, isDeliveryKnown } from './payment-store.ts';
import { getEntitlement } from './entitlement-store.ts';
import type { PaymentPorts } from './ports.ts';
import { stripeClient } from './stripe-client.ts';
import { stripeProvider } from './stripe-provider.ts';

/** Stripe and the table. */
export const paymentPorts: PaymentPorts & { isKnown: typeof isDeliveryKnown } = {
  provider: stripeProvider(stripeClient, () => siteUrl()),
  store: { getPayment, getEntitlement, commit: commitPayment },
  now: () => new Date(),
  isKnown: isDeliveryKnown,
};
