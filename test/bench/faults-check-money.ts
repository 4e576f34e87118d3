import { kindOfRow } from '../../functions/table/keys.ts';
import { type Finding, isThere, type Ledger, type PaymentThing } from './faults-ledger.ts';
import type { PaidSession, Row, Snapshot } from './faults-snapshot.ts';

/** Stripe's money and the product's records say the same, and nobody has paid twice. */
export function checkMoney({ payments }: Ledger, { rows, paidSessions }: Snapshot): Finding[] {
  const records = rows.filter((row) => kindOfRow(row) === 'PAYMENT');
  const paid = new Map(paidSessions.map((session) => [session.id, session]));
  return [
    ...paidSessions.flatMap((session) => comparePaid(session, records)),
    ...records.flatMap((record) => compareRecord(record, paid)),
    ...payments.flatMap((payment) => comparePayment(payment, { rows, paid })),
    ...compareTotals(rows, records),
  ];
}

function comparePaid(session: PaidSession, records: readonly Row[]): Finding[] {
  const found = records.filter(({ sessionId }) => sessionId === session.id);
  if (found.length > 1) return [{ kind: 'doubled', what: `records of ${session.id}` }];
  return found.some(({ status }) => status === 'succeeded')
    ? []
    : [{ kind: 'lost', what: `money of ${session.id}: ${found[0]?.['status'] ?? 'no record'}` }];
}

function compareRecord(record: Row, paid: ReadonlyMap<string, PaidSession>): Finding[] {
  const { id, status, sessionId, amount, amountRefunded } = record;
  const session = paid.get(sessionId);
  if (status !== 'succeeded') return [];
  if (session?.amount === amount && session?.amountRefunded === amountRefunded) return [];
  return [
    {
      kind: 'lost',
      what: `${id}: ${amount} - ${amountRefunded}, and at Stripe ${session?.amount} - ${session?.amountRefunded}`,
    },
  ];
}

function comparePayment(
  payment: PaymentThing,
  { rows, paid }: { rows: readonly Row[]; paid: ReadonlyMap<string, PaidSession> },
): Finding[] {
  const { name: what, event, payer, history } = payment;
  const sessions = [...payment.sessions].flatMap((id) => paid.get(id) ?? []);
  const kept = sessions.filter(({ amount, amountRefunded }) => amount > amountRefunded);
  const findings: Finding[] = [];
  if (kept.length > 1) findings.push({ kind: 'doubled', what, history });
  if (payment.made === 'done' && sessions.length === 0) findings.push({ kind: 'lost', what, history });
  if (payment.removed === 'done' && kept.length > 0)
    findings.push({ kind: 'lost', what: `refund of ${what}`, history });
  const membership = rows.find(({ pk, sk }) => pk === `EVENT#${event.id}` && sk === `PERSON#${payer}`);
  if (isThere(event) && isThere(payment) && membership?.['hasPaid'] !== true && kept.length > 0)
    findings.push({ kind: 'lost', what: `access by ${what}`, history });
  return findings;
}

/** The totals of each event are the sums of its records. */
function compareTotals(rows: readonly Row[], records: readonly Row[]): Finding[] {
  const totals = new Map(rows.filter((row) => kindOfRow(row) === 'TOTALS').map((row) => [row['pk'], row]));
  const partitions = new Set([...totals.keys(), ...records.map(({ pk }) => pk)]);
  return [...partitions].flatMap((pk) => {
    const succeeded = records.filter((row) => row['pk'] === pk && row['status'] === 'succeeded');
    const sum = (name: string) => succeeded.reduce((all, row) => all + row[name], 0);
    const told = ['paidCount', 'amount', 'amountRefunded'].map((name) => totals.get(pk)?.[name] ?? 0);
    const right = [succeeded.length, sum('amount'), sum('amountRefunded')];
    if (told.join() === right.join()) return [];
    return [{ kind: 'lost' as const, what: `totals of ${pk}: ${told.join()} instead of ${right.join()}` }];
  });
}
