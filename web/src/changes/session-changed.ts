import type { Query, QueryClient } from '@tanstack/react-query';
import { isRefusal } from '../lib/call.ts';
import { type MediaList, queryKeys } from '../lib/query-keys.ts';
import { forgetUnsettledChanges } from './change-log.ts';

/** Roots of all that is answered by who asks. Checkouts are not asked for again: nobody has pressed anything. */
const ANSWERS: ReadonlySet<unknown> = new Set([
  queryKeys.allEvents[0],
  queryKeys.events[0],
  queryKeys.publicEvents[0],
  queryKeys.paymentOutcomes[0],
]);

/** Lists that others see, too: they stay on the screen until their next answer. */
const SHARED_LISTS: ReadonlySet<unknown> = new Set<MediaList>(['gallery', 'timeline', 'highlights', 'item']);

const isAnswer = ({ queryKey }: Query): boolean => ANSWERS.has(queryKey[0]);

function isShared({ queryKey }: Query): boolean {
  const [root, , part, list] = queryKey;
  if (root === queryKeys.publicEvents[0]) return true;
  if (root !== queryKeys.allEvents[0]) return false;
  return part === 'event' || (part === 'media' && SHARED_LISTS.has(list));
}

/**
 * Outdates everything that was answered to somebody else. What is on the screen is fetched again as whoever is signed in
 * now; what is one person's alone leaves the screen at once, what is refused to them once it is, and what is not on the
 * screen is dropped. Resolves once no earlier answer can arrive any more.
 */
export async function sessionChanged(client: QueryClient): Promise<void> {
  forgetUnsettledChanges(client);
  client.removeQueries({ type: 'inactive', predicate: isAnswer });
  // Answers on their way are the last person's.
  await client.cancelQueries({ predicate: isAnswer });
  for (const query of client.getQueryCache().findAll({ predicate: isAnswer })) void readAgain(client, query);
}

async function readAgain(client: QueryClient, query: Query): Promise<void> {
  const itself = { queryKey: query.queryKey, exact: true };
  await (isShared(query) ? client.invalidateQueries(itself) : client.resetQueries(itself));
  if (isRefusal(query.state.error)) query.setState({ data: undefined });
}
