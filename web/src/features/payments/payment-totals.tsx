import type { PaymentTotals } from '../../../../shared/contract/payments.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { formatMoney } from '../../lib/format-money.ts';
import styles from './payment-totals.module.css';

/** The net total of all payments, and its parts if something was refunded or lost. */
export function PaymentTotalsCard({ totals }: { totals: PaymentTotals }) {
  const { currency, paidCount, amount, amountRefunded, amountLost, net } = totals;
  const parts: [string, number][] = [
    ['Paid', amount],
    ['Refunded', amountRefunded],
    ['Lost to disputes', amountLost],
  ];
  const hasDeductions = amountRefunded + amountLost > 0;
  return (
    <section className={styles.totals} aria-label="Total">
      <p className={styles.net}>{formatMoney(net, currency)}</p>
      <p className={styles.from}>total of {pluralize(paidCount, 'payment')}</p>
      {hasDeductions && (
        <dl className={styles.parts}>
          {parts.map(
            ([term, part]) =>
              part > 0 && (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{formatMoney(part, currency)}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </section>
  );
}
