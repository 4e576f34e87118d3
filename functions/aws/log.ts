import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured lines with codes and ids, never bodies, headers, query strings, tokens, names or addresses: each
 * call lists what it logs. Of an error, only its name, message, stack and cause: whatever else it carries
 * (the row that a failed condition returned, another service's whole answer) can be personal data.
 */
export const log = new Logger({
  serviceName: 'gatherlens',
  jsonReplacerFn: (_key, value: unknown) => (value instanceof Error ? factsOf(value) : value),
});

/** The replacer reduces the cause, too, when it is written. */
function factsOf({ name, message, stack, cause }: Error) {
  return { name, message, stack, ...(cause instanceof Error && { cause }) };
}
