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
