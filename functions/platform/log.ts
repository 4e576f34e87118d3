import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured lines with codes and ids. Never bodies, headers, query strings, tokens, names or addresses:
 * what is logged is listed where it is logged, not filtered afterwards.
 */
export const log = new Logger({ serviceName: 'gatherlens' });
