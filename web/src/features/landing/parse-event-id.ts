/**
 * Finds the event id in pasted text: a link to any page of an event, the bare id, or a message that contains either.
 * Allows for phones that capitalize the first letter and apps that percent-encode a link inside another one.
 * @returns undefined if there is none
 */
export function parseEventId(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll('%2f', '/');
  return /(?<![a-z0-9_-])evt_[a-z2-7]{26}(?![a-z0-9_-])/.exec(plain)?.[0];
}
