import { FIRST_DATA_ID, type FirstData } from '../../../shared/contract/first-data.ts';

/** The data embedded in the page; undefined if there is none. */
export function readFirstData(): FirstData | undefined {
  try {
    const text = document.getElementById(FIRST_DATA_ID)?.textContent;
    return text ? (JSON.parse(text) as FirstData) : undefined;
  } catch {
    // The page was truncated: everything is fetched.
    return undefined;
  }
}

/** The position of the plain first screen's tiles, where ours will be, too; undefined if it is not shown. */
export function plainTilesRect(): DOMRect | undefined {
  const rect = document.querySelector('#plain .plain-tiles')?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : undefined;
}

/** Removes the server-rendered first screen, if there is one, once ours is complete. */
export function removePlainPage(): void {
  document.getElementById('plain')?.remove();
}
