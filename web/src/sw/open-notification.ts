import { pathOnOrigin } from './parse-notification.ts';

/** The part of a `WindowClient` that we use. */
export type OpenPage = {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: string, transfer: Transferable[]): void;
};

/** The part of a worker's `clients` that we use. */
export type WindowClients = {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
  openWindow(url: string): Promise<unknown>;
};

/**
 * Opens what a notification is about: in an open page of the event, preferably its gallery, else in a new window. An
 * open page gets a message to refresh.
 */
export async function openNotification(
  pages: WindowClients,
  { url, origin }: { url: unknown; origin: string },
): Promise<void> {
  const path = pathOnOrigin(origin, url);
  const openPages = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  const pathOf = (page: OpenPage): string => pathOnOrigin(origin, page.url).replace(/\/*(?:\?.*)?$/, '');
  const page =
    openPages.find((candidate) => pathOf(candidate) === path) ??
    openPages.find((candidate) => pathOf(candidate).startsWith(`${path}/`));
  if (!page) {
    await pages.openWindow(path);
    return;
  }
  page.postMessage('news opened', []);
  await page.focus();
}
