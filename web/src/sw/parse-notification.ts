/** What the browser shows of a message. */
export type NotificationContent = {
  readonly title: string;
  readonly body: string;
  readonly tag?: string;
  readonly icon: string;
  /** A shape of one colour, for the status bar of phones. */
  readonly badge: string;
  readonly data: { readonly url: string };
};

/**
 * Reads a message. Browsers insist that every message is shown, so one that cannot be read is shown as news of the
 * site.
 * @param text JSON as `shared/contract/notifications.ts` has it
 */
export function parseNotification(text: string | undefined, origin: string): NotificationContent {
  const message = fieldsOf(text);
  const string = (name: string): string | undefined => {
    const value = message[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    title: string('title') ?? 'Gatherlens',
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

/** A path of this site; its home page for everything else. */
export function pathOnOrigin(origin: string, url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return '/';
  const target = new URL(url, origin);
  return target.origin === origin ? target.pathname + target.search : '/';
}
