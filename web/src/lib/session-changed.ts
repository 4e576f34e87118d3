import type { Query, QueryClient } from '@tanstack/react-query';
import { statusOf } from './call.ts';
import { userQuery } from './use-session.ts';

/** What others see, too, in an event: it stays on the screen until its next answer. */
const SHARED_PARTS: ReadonlySet<unknown> = new Set([undefined, 'media', 'highlights']);

/** Whether a query's answer depends on who asked. Checkouts are not asked for again: nobody has pressed anything. */
const isAnswer = ({ queryKey: [root] }: Query): boolean =>
  root !== userQuery.queryKey[0] && typeof root === 'string' && root.startsWith('/api/');

function isShared({ queryKey: [root, eventId, part] }: Query): boolean {
  return root === '/api/media' || (root === '/api/events' && eventId !== undefined && SHARED_PARTS.has(part));
}

/** Refusals that are about who asks. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([401, 402, 403, 404]);

/**
 * Outdates everything that was answered to somebody else. What is on the screen is fetched again as whoever is signed in
 * now; what is one person's alone leaves the screen at once, what is refused to them once it is, and what is not on the
 * screen is dropped.
 */
export async function sessionChanged(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive', predicate: isAnswer });
  // Answers on their way are the last person's.
  await client.cancelQueries({ predicate: isAnswer });
  await Promise.all([
    client.resetQueries({ predicate: (query) => isAnswer(query) && !isShared(query) }),
    client.invalidateQueries({ predicate: (query) => isAnswer(query) && isShared(query) }),
  ]);
  for (const query of client.getQueryCache().findAll({ predicate: isAnswer })) {
    if (REFUSALS.has(statusOf(query.state.error))) query.setState({ data: undefined });
  }
}
