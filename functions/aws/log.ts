import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured lines with codes and ids. Never bodies, headers, query strings, tokens, names or addresses: what is
 * logged is listed where it is logged. Of an error that is its kind, its words and its place. Whatever else it carries
 * (the row that a refused condition found, another service's whole answer) can be a person's.
 */
export const log = new Logger({
  serviceName: 'gatherlens',
  jsonReplacerFn: (_key, value: unknown) => (value instanceof Error ? factsOf(value) : value),
});

/** Its cause is asked the same way when it is written. */
function factsOf({ name, message, stack, cause }: Error) {
  return { name, message, stack, ...(cause instanceof Error && { cause }) };
}
