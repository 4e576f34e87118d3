const KEY = 'uploads_left';

/**
 * Whether an earlier page may have left unfinished uploads. A word in localStorage, so that a page without
 * any need not load the code that opens the database.
 */
export function mayHaveLeftovers(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function noteLeftovers(): void {
  localStorage.setItem(KEY, '1');
}

export function forgetLeftovers(): void {
  localStorage.removeItem(KEY);
}
