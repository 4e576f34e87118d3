/** `"Private"` for `"private"`. */
export function privacyLabel(privacy: string): string {
  return privacy.charAt(0).toUpperCase() + privacy.slice(1);
}
