/** A person at a browser. Lets the same flow run in different browsers. */
export type Visitor = {
  open(url: string): Promise<void>;
  /** Presses the button with this name. */
  press(name: string): Promise<void>;
  fill(fieldName: string, text: string): Promise<void>;
  /** Selects a file in the open file picker. */
  choose(file: string): Promise<void>;
  /** Waits until the page contains this text, or a button with this name. */
  see(text: string): Promise<void>;
  /** Runs a script in the page as the body of an async function. @returns its result, through JSON */
  run<T>(script: string): Promise<T>;
};

/** XPath of a button by its accessible name. */
export function buttonXPath(name: string): string {
  return `//button[normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`;
}

/** XPath of an element with this text or accessible name. */
export function textXPath(text: string): string {
  return `//body//*[not(self::script)][text()[contains(normalize-space(.), ${quoted(text)})] or @aria-label=${quoted(text)}]`;
}

/** XPath 1.0 has no escapes. */
function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
