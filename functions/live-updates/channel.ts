/** The namespace of all channels, in AWS AppSync Events' sense: the first part of each. */
export const CHANNEL_NAMESPACE = 'events';

/**
 * An event's channel. A part of its name is letters, digits and dashes, so ids go without their prefix.
 * @param epoch grows when somebody may have lost access, so that all who listen have to ask again
 */
export const channelOf = ({ eventId, epoch }: { eventId: string; epoch: number }): string =>
  `/${CHANNEL_NAMESPACE}/${eventId.slice('evt_'.length)}/${epoch}`;
