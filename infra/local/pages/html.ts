/** Text that is already markup. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | readonly Html[] | string | undefined;

/** Markup from a template. Inserted text is escaped; pieces made by `html` are inserted as they are. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = template.map((text, at) => text + (at < parts.length ? markupOf(parts[at]) : ''));
  return new Html(texts.join(''));
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return part instanceof Html ? part.markup : part.map((one) => one.markup).join('');
}
