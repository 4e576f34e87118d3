import type { Bank } from './bank.ts';
import { endDelayed } from './paying.ts';
import { expireSession, findSession } from './sessions.ts';

/** What time does to sessions: open ones expire, and delayed payments end as their payer chose on the page. */
export function letTimePass(bank: Bank): void {
  for (const id of bank.ledger.listDue(bank.now().getTime())) {
    const session = findSession(bank, id);
    const { ending } = bank.ledger.inside(id);
    if (session.status === 'open') expireSession(bank, session);
    else if (ending) endDelayed(bank, session, ending);
    else bank.ledger.setDue(id, undefined);
  }
}
