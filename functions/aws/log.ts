import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured lines with codes and ids. Never bodies, headers, query strings, tokens, names or addresses: what is
 * logged is listed where it is logged. Of an error, only its name, message and stack: whatever else it carries
 * (the row that a failed condition returned, another service's whole answer) can be personal data.
 */
export const log = new Logger({
  serviceName: 'gatherlens',
  jsonReplacerFn: (_key, value: unknown) => (value instanceof Error ? factsOf(value) : value),
});

/** Its cause is asked the same way when it is written. */
function factsOf({ name, message, stack, cause }: Error) {
  return { name, message, stack, ...(cause instanceof Error && { cause }) };
}
