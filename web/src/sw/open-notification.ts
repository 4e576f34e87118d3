import { pathOnOrigin } from './parse-notification.ts';

/** As much of an open page as is used. */
export type OpenPage = {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: string, transfer: Transferable[]): void;
};

/** As much of a worker's `clients` as is used. */
export type WindowClients = {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
  openWindow(url: string): Promise<unknown>;
};

/**
 * Shows what a notification told of: in a page of that event that is open, the gallery before its other pages, else in
 * a new one. The page is told, since it does not look for live updates by itself.
 */
export async function openNotification(
  pages: WindowClients,
  { url, origin }: { url: unknown; origin: string },
): Promise<void> {
  const path = pathOnOrigin(origin, url);
  const open = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  const pathOf = (page: OpenPage): string => pathOnOrigin(origin, page.url).replace(/\/*(?:\?.*)?$/, '');
  const page =
    open.find((one) => pathOf(one) === path) ?? open.find((one) => pathOf(one).startsWith(`${path}/`));
  if (!page) {
    await pages.openWindow(path);
    return;
  }
  page.postMessage('news opened', []);
  await page.focus();
}
