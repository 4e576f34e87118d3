/** Public services, the same for every stage. */

export const STRIPE_API_URL = 'https://api.stripe.com';

/**
 * The browsers' push services. Sources: the documentation of Firebase Cloud Messaging, autopush, Apple's web
 * push and Windows' notification service.
 */
export const PUSH_ORIGINS: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];
