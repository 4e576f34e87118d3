import type { Endpoint, Method } from '../../shared/contract/endpoint.ts';
import type { FunctionRow, Grants, RequestRow } from './function-row.ts';
import type { Noun } from './nouns.ts';

/** Whether a row's function answers requests rather than working in the background. */
export function answersRequests(row: FunctionRow): row is RequestRow {
  const { kind } = row.trigger;
  return kind === 'http' || kind === 'page' || kind === 'unmatched';
}

/**
 * How long a call may take; the longer time is for calls that wait for files or another service. The gateway
 * gives up after 30 seconds.
 */
export const CALL_SECONDS = 15;
export const LONG_CALL_SECONDS = 29;

/** A call's row, before `callsAbout` gives it its noun. */
type CallRow = Omit<RequestRow, 'noun'>;

/** The rows of calls that are about the same noun. */
export const callsAbout = (noun: Noun, rows: readonly CallRow[]): readonly RequestRow[] =>
  rows.map((row) => ({ ...row, noun }));

/** The row of a call's function. Its file is named after the call's id. */
export function callRow(
  endpoint: Endpoint,
  grants: Grants,
  more: Partial<Pick<RequestRow, 'settings' | 'memoryMb' | 'timeoutSeconds' | 'carries'>> = {},
): CallRow {
  return {
    id: endpoint.id,
    entry: `functions/http/${endpoint.id}.ts`,
    trigger: { kind: 'http', endpoint },
    grants,
    memoryMb: 512,
    timeoutSeconds: CALL_SECONDS,
    ...more,
  };
}

/** A method and a path of the gateway. */
export type GatewayKey = { readonly method: Method | 'HEAD'; readonly path: string };

/** The gateway routes that lead to a function. */
export function gatewayKeysOf({ trigger }: Pick<FunctionRow, 'trigger'>): readonly GatewayKey[] {
  switch (trigger.kind) {
    case 'http':
      return [{ method: trigger.endpoint.method, path: trigger.endpoint.path }];
    case 'page':
      // Link preview crawlers often send HEAD first.
      return (['GET', 'HEAD'] as const).map((method) => ({ method, path: trigger.path }));
    case 'authorizer':
    case 'queue':
    case 'schedule':
    case 'stream':
    case 'unmatched':
      return [];
    default:
      return trigger satisfies never;
  }
}
