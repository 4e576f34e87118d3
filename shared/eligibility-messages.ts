// In a file of their own, because a gallery's first screen shows one of them and nothing else of the catalogue.

/** What an upload check says, in the order of the eligibility rules. */
export const eligibilityTexts = {
  noEvent: 'Event not found',
  owner: 'Upload as event owner',
  needsPayment: 'This is a paid event. Payment required to upload.',
  joined: 'Upload to event',
  needsJoin: 'Join the event to start uploading',
  needsAuth: 'This is a private event. Please sign in to upload.',
  guest: 'Upload as guest',
  needsGuestInfo: 'Enter your name to upload as a guest',
  notAllowed: 'Upload not available',
} as const;

/** What newcomers to a paused event are told, by the same check and by a refused upload or vote. Not of the catalogue. */
export const PAUSED =
  'The host has paused new uploads. For now, only those who already take part can add photos and vote.';
