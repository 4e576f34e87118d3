import { isLikeEventCode, parseEventCode } from '../../../../shared/values/event-code.ts';
import { parseEventId } from './parse-event-id.ts';

/** What a code looks like, for whoever has mistyped one. */
export const NOT_A_CODE = 'A code is eight letters, as on the card.';
export const NO_SUCH_CODE = 'Compare it with the card: it is eight letters, and no digits.';

/** What somebody typed or pasted to join an event: one of these, or a mistyped code, or neither. */
export type Pasted =
  | { readonly eventId: string; readonly code?: undefined }
  | { readonly code: string; readonly eventId?: undefined }
  | { readonly isMistyped: boolean; readonly eventId?: undefined; readonly code?: undefined };

/** Reads a link to any page of an event, an event's id, a code, or the link of a code. */
export function readPasted(text: string): Pasted {
  const eventId = parseEventId(text);
  if (eventId) return { eventId };
  const inLink = /\/j\/(?<code>[^/?#\s]+)/.exec(text.replaceAll(/%2f/gi, '/'))?.groups?.['code'];
  const code = parseEventCode(inLink ?? text);
  return code ? { code } : { isMistyped: inLink !== undefined || isLikeEventCode(text) };
}
