/** What a host prints, in which size and look. A face is one side of a card: what is seen of it at once. */

/** Millimetres, width first, upright. Letter is 8.5 × 11 inches. */
const PAPERS = {
  A4: { width: 210, height: 297 },
  A3: { width: 297, height: 420 },
  Letter: { width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof PAPERS;

type FormFacts = {
  readonly label: string;
  readonly hint: string;
  readonly papers: readonly [Paper, ...Paper[]];
  /** Faces across and down a sheet. */
  readonly across: 1 | 2;
  readonly down: 1 | 2;
  readonly isWide?: true;
  /** Whether each column is folded in the middle, so that its upper face stands on its head. */
  readonly isFolded?: true;
};

const FORMS = {
  cards: {
    label: 'Cards',
    hint: 'Four on a sheet, each A6.',
    papers: ['A4', 'Letter'],
    across: 2,
    down: 2,
  },
  tents: {
    label: 'Table tents',
    hint: 'Two on a sheet: cut once, and fold each in the middle.',
    papers: ['A4', 'Letter'],
    across: 2,
    down: 2,
    isFolded: true,
  },
  poster: {
    label: 'Poster',
    hint: 'One large sheet for a wall.',
    papers: ['A4', 'A3', 'Letter'],
    across: 1,
    down: 1,
  },
  sign: {
    label: 'Entrance sign',
    hint: 'One wide sheet for the door or an easel.',
    papers: ['A4', 'A3', 'Letter'],
    across: 1,
    down: 1,
    isWide: true,
  },
} as const satisfies Record<string, FormFacts>;
export type Form = keyof typeof FORMS;

export const forms = Object.keys(FORMS) as Form[];

/** What is to be known of a form. */
export const factsOf = (form: Form): FormFacts => FORMS[form];

export const DESIGNS = [
  { value: 'letterpress', label: 'Letterpress' },
  { value: 'garden', label: 'Garden' },
  { value: 'confetti', label: 'Confetti' },
] as const;
export type Design = (typeof DESIGNS)[number]['value'];

/** A sheet's width and height in millimetres, as it is printed. */
export function sheetSize(form: Form, paper: Paper): { width: number; height: number } {
  const { width, height } = PAPERS[paper];
  return factsOf(form).isWide ? { width: height, height: width } : { width, height };
}

/** The paper of a form that is nearest to another form's: the same, or its first. */
export function paperFor(form: Form, paper: Paper): Paper {
  const { papers } = factsOf(form);
  return papers.includes(paper) ? paper : papers[0];
}

/** How large a name is, compared with a short one, so that it stands well beside what else is on the face. */
export const nameScale = (name: string): number => Math.min(1, Math.sqrt(17 / name.length));

/** The same of the host's own line. */
export const lineScale = (line: string): number => Math.min(1, Math.sqrt(40 / Math.max(1, line.length)));
