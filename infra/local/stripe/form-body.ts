/** What Stripe's library sends: strings in nested objects and lists. */
export type Form = { [name: string]: Form | string };

/** Reads Stripe's nested parameters, `a[b][0][c]=x`, as objects; a list has its indexes as names. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(text)) put(form, partsOf(name), value);
  return form;
}

function partsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function put(form: Form, [part = '', ...rest]: string[], value: string): void {
  const name = part === '' ? String(Object.keys(form).length) : part;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const next = typeof inner === 'object' ? inner : (Object.create(null) as Form);
  form[name] = next;
  put(next, rest, value);
}

/** The string at a path of names, or undefined. */
export function textAt(form: Form, ...path: string[]): string | undefined {
  let found: Form | string | undefined = form;
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The strings of an object or list at a path of names. */
export function textsAt(form: Form, ...path: string[]): Record<string, string> {
  let found: Form | string | undefined = form;
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined;
  if (typeof found !== 'object') return {};
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * The names in a form that are not accepted, such as `a[b][0]`.
 * @param taken the accepted names with dots between their parts, and `*` for any part: `a.b.*`
 */
export function unknownNames(form: Form, taken: readonly string[]): string[] {
  const patterns = taken.map(
    (name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^.]*')}$`),
  );
  return pathsIn(form)
    .filter((path) => !patterns.some((pattern) => pattern.test(path.join('.'))))
    .map(([first = '', ...rest]) => first + rest.map((part) => `[${part}]`).join(''));
}

function pathsIn(form: Form): string[][] {
  return Object.entries(form).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name]] : pathsIn(value).map((rest) => [name, ...rest]),
  );
}
