const PLAIN = 'en-US';

/** The viewer's preferred language, for dates and numbers. Source: RFC 9110, 12.5.4. */
export function languageOf(headers: Readonly<Record<string, string | undefined>>): string {
  const first = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*/i.exec(headers['accept-language'] ?? '')?.[0];
  try {
    return new Intl.Locale(first ?? PLAIN).toString();
  } catch {
    return PLAIN;
  }
}
