/** A part of a channel. Source: AppSync Events Developer Guide, "Understanding channel namespaces". */
const PART = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?';
const CHANNEL = new RegExp(`^/?${PART}(?:/${PART}){0,4}/?$`);
const SUBSCRIBED = new RegExp(`^/?${PART}(?:/${PART}){0,3}(?:/(?:${PART}|\\*))?/?$`);

const plain = (channel: string): string => `/${channel.replace(/^\/|\/$/g, '')}`;

/** A channel to publish to, in one way of writing it; undefined if there can be none of that name. */
export const channelNamed = (name: string): string | undefined =>
  CHANNEL.test(name) ? plain(name) : undefined;

/** The same for a subscription, which may end with a wildcard. */
export const subscriptionTo = (name: string): string | undefined =>
  SUBSCRIBED.test(name) ? plain(name) : undefined;

export const namespaceOf = (channel: string): string => channel.split('/')[1] ?? '';
