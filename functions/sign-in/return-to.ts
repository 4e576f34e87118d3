/** Where signing in leads if the requested page is missing or unsafe. */
const HOME = '/';
const LONGEST = 1024;

// RFC 3986: one slash, then only characters that a path, query or fragment may hold unescaped.
// Everything that browsers trim, drop or turn into a slash (control characters, spaces, backslashes) is
// refused.
const PATH_QUERY_FRAGMENT =
  /^\/[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?(?:#[\w\-.~!$&'()*+,;=:@%/?]*)?$/;

// A proxy that decodes a path once must not find a separator, a dot segment, a control character
// or a second layer of encoding in it.
const UNSAFE_ESCAPE = /%(?![\da-f]{2})|%(?:2[ef5]|5c|[01][\da-f]|7f)/i;

/**
 * The page to return to after signing in: an absolute path of this site with query and fragment,
 * unchanged, or `/` for anything that is not safely one (another site, a scheme, an encoding trick, a call
 * of the API, more than 1,024 characters). Source: OWASP, Unvalidated Redirects and Forwards.
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST) return HOME;
  if (!PATH_QUERY_FRAGMENT.test(value)) return HOME;
  const path = value.split(/[?#]/, 1)[0] ?? '';
  if (path.includes('//') || UNSAFE_ESCAPE.test(path)) return HOME;
  // Parsing it as a browser does must not change it: that refuses dot segments and tricks not yet known.
  const read = new URL(value, 'https://site.invalid');
  if (read.origin !== 'https://site.invalid' || read.href.slice(read.origin.length) !== value) return HOME;
  // Nobody wants to return to a call: /api/logout would undo the sign-in.
  return path === '/api' || path.startsWith('/api/') ? HOME : value;
}
