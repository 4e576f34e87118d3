import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstData } from '../../shared/contract/first-data.ts';
import { log } from '../aws/log.ts';

/** The application, as the web build leaves it beside this function's bundle: `web/page-renderer.ts`. */
type PageRenderer = {
  /** Names exactly this renderer; the website's index.html names the one that its own code belongs to. */
  readonly release: string;
  readonly renderPage: (address: string, first: FirstData) => Promise<string | undefined>;
};

type FirstScreen = {
  /** The release of the page that the screen is for. */
  readonly release: string | undefined;
  /** Path and query. */
  readonly address: string;
  readonly first: FirstData;
};

/** Loads the renderer. It may fail: `drawFirstScreen` reports that where a screen is wanted. */
export function loadRenderer(): Promise<PageRenderer> {
  // In a bundle, the bundle's folder.
  const folder = typeof __dirname === 'string' ? __dirname : process.cwd();
  const { href } = pathToFileURL(path.join(folder, 'page-renderer.mjs'));
  const renderer = import(/* @vite-ignore */ href) as Promise<PageRenderer>;
  renderer.catch(() => {});
  return renderer;
}

/**
 * Draws the first screen of an event's gallery: the application, rendered for this viewer.
 * @returns undefined if the page names no release, as in development, or another one, as between the deployments of this
 *   function and the website; if it needs more data; or if drawing fails: then the browser draws it
 */
export async function drawFirstScreen(
  renderer: Promise<PageRenderer>,
  { release, address, first }: FirstScreen,
): Promise<string | undefined> {
  if (release === undefined) return undefined;
  try {
    const { release: ownRelease, renderPage } = await renderer;
    if (ownRelease !== release) return undefined;
    return await renderPage(address, first);
  } catch (error) {
    log.error('first screen not drawn', { error: error instanceof Error ? error : undefined });
    return undefined;
  }
}
