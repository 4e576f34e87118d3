import { type Design, DESIGNS, factsOf, type Form, forms, type Paper, paperFor } from './forms.ts';

/** What a host has chosen to print for an event. */
export type PrintChoice = {
  readonly form: Form;
  readonly paper: Paper;
  readonly design: Design;
  /** Said above the code, in the host's own words. */
  readonly line: string;
};

export const MAX_LINE = 90;

/** Where paper is measured in inches, as far as a browser's language tells. Source: CLDR, territories of US Letter. */
const LETTER_REGIONS = /-(?:US|CA|MX|PH|CL|CO|CR|GT|PA|PR|SV|VE)\b/;

const firstChoice = (): PrintChoice => ({
  form: 'cards',
  paper: LETTER_REGIONS.test(navigator.language) ? 'Letter' : 'A4',
  design: 'letterpress',
  line: 'Share your pictures with us',
});

const keyOf = (eventId: string): string => `print:${eventId}`;

/** What this browser last chose for the event, else what most would. */
export function readPrintChoice(eventId: string): PrintChoice {
  const first = firstChoice();
  let kept: Partial<PrintChoice>;
  try {
    kept = JSON.parse(localStorage.getItem(keyOf(eventId)) ?? '{}') as Partial<PrintChoice>;
  } catch {
    return first;
  }
  const form = forms.find((one) => one === kept.form) ?? first.form;
  const paper = factsOf(form).papers.find((one) => one === kept.paper) ?? paperFor(form, first.paper);
  const design = DESIGNS.find(({ value }) => value === kept.design)?.value ?? first.design;
  return { form, paper, design, line: typeof kept.line === 'string' ? kept.line : first.line };
}

/** Keeps it in this browser, where it can be kept. */
export function keepPrintChoice(eventId: string, choice: PrintChoice): void {
  try {
    localStorage.setItem(keyOf(eventId), JSON.stringify(choice));
  } catch {
    // Without storage the page begins anew each time.
  }
}
