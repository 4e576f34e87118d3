import { FIRST_DATA_ID, type FirstData } from '../../../shared/contract/first-data.ts';

/** What the page came with; undefined for a page that came with nothing. */
export function readFirstData(): FirstData | undefined {
  try {
    const text = document.getElementById(FIRST_DATA_ID)?.textContent;
    return text ? (JSON.parse(text) as FirstData) : undefined;
  } catch {
    // Cut off on the way: everything is asked for.
    return undefined;
  }
}

/** Where the plain first screen has its tiles, and so ours will be; undefined where it is not shown. */
export function plainTilesRect(): DOMRect | undefined {
  const place = document.querySelector('#plain .plain-tiles')?.getBoundingClientRect();
  return place && place.width > 0 ? place : undefined;
}

/** Takes the plain first screen away, which the page may have come with, once ours stands. */
export function removePlainPage(): void {
  document.getElementById('plain')?.remove();
}
