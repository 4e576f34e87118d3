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

/** Takes the plain first screen away, which the page may have come with, once ours stands. */
export function dropPlainPage(): void {
  document.getElementById('plain')?.remove();
}
