import type { PaymentTotals } from '../../../../shared/contract/payments.ts';
import { countOf } from '../../lib/formats.ts';
import { moneyText } from '../../lib/money-text.ts';
import styles from './totals.module.css';

/** What all payments come to: what is left, and where the rest went. */
export function Totals({ totals }: { totals: PaymentTotals }) {
  const { currency, paidCount, amount, amountRefunded, amountLost, net } = totals;
  const parts: [string, number][] = [
    ['Paid', amount],
    ['Refunded', amountRefunded],
    ['Lost to disputes', amountLost],
  ];
  const hasGone = amountRefunded + amountLost > 0;
  return (
    <section className={styles.totals} aria-label="Total">
      <p className={styles.net}>{moneyText(net, currency)}</p>
      <p className={styles.from}>total of {countOf(paidCount, 'payment')}</p>
      {hasGone && (
        <dl className={styles.parts}>
          {parts.map(
            ([term, part]) =>
              part > 0 && (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{moneyText(part, currency)}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </section>
  );
}
