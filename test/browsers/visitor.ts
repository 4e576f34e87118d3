/** Somebody at a browser, as the same story is told in each of them. */
export type Visitor = {
  open(url: string): Promise<void>;
  /** Presses the one button of this name. */
  press(name: string): Promise<void>;
  fill(fieldName: string, text: string): Promise<void>;
  /** Answers the picker that the page has opened. */
  choose(file: string): Promise<void>;
  /** Waits until this stands on the page, or is the name of a button. */
  see(text: string): Promise<void>;
  /** Runs a script in the page, as the body of an async function. @returns what it returns, through JSON */
  run<T>(script: string): Promise<T>;
};

/** XPath of a button by what is read aloud of it. */
export function buttonNamed(name: string): string {
  return `//button[normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`;
}

/** XPath of what `see` looks for. */
export function shown(text: string): string {
  return `//body//*[not(self::script)][text()[contains(normalize-space(.), ${quoted(text)})] or @aria-label=${quoted(text)}]`;
}

/** XPath 1.0 has no escapes. */
function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
