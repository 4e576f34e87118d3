/**
 * The event that a pasted text means: a link to any page of an event, the bare id, or a message with either in
 * it. Phones write a capital letter at the beginning, and apps encode a link within a link.
 * @returns undefined where there is none
 */
export function parseEventId(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll('%2f', '/');
  return /(?<![a-z0-9_-])evt_[a-z2-7]{26}(?![a-z0-9_-])/.exec(plain)?.[0];
}
