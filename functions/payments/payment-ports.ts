import { setting } from '../platform/config.ts';
import { commitPayment } from '../table/payment-writes.ts';
import { getPayment, isDeliveryKnown } from '../table/payments.ts';
import { getPurse } from '../table/purses.ts';
import type { PaymentPorts } from './ports.ts';
import { stripeClient } from './stripe-client.ts';
import { stripeProvider } from './stripe-provider.ts';

/** Stripe and the table. */
export const paymentPorts: PaymentPorts & { isKnown: typeof isDeliveryKnown } = {
  provider: stripeProvider(stripeClient, () => setting('SITE_URL')),
  store: { getPayment, getPurse, commit: commitPayment },
  now: () => new Date(),
  isKnown: isDeliveryKnown,
};
