import { SITE_NAME } from '../../../shared/site.ts';

/** The content of a browser notification. */
export type NotificationContent = {
  readonly title: string;
  readonly body: string;
  readonly tag?: string;
  readonly icon: string;
  /** A single-colour icon for the status bar of phones. */
  readonly badge: string;
  readonly data: { readonly url: string };
};

/**
 * Parses a push message. Browsers require that every message is shown, so an invalid one becomes a generic notification.
 * @param text JSON as in `shared/contract/notifications.ts`
 */
export function parseNotification(text: string | undefined, origin: string): NotificationContent {
  const message = fieldsOf(text);
  const string = (name: string): string | undefined => {
    const value = message[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    title: string('title') ?? SITE_NAME,
    body: string('body') ?? '',
    tag: string('tag'),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url: pathOnOrigin(origin, string('url')) },
  };
}

function fieldsOf(text: string | undefined): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(text ?? '');
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The URL's path on this site; the home page for URLs of other sites. */
export function pathOnOrigin(origin: string, url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return '/';
  const target = new URL(url, origin);
  return target.origin === origin ? target.pathname + target.search : '/';
}
