import * as z from 'zod/mini';
import type { PersonKey } from './caller.ts';
import { decodeCursor, encodeCursor } from './pagination.ts';

/** After whom a call goes on: a person, or nobody yet. */
const position = z.tuple([z.string().check(z.regex(/^(?:(?:user|guest):[\w-]{1,64})?$/))]);

/** Where one call on many people ends and the next one goes on. */
export const peopleCursor = {
  /** @throws AppError 400 for what is no cursor */
  decode(cursor: string | undefined): PersonKey | '' {
    const [after = ''] = decodeCursor(position, cursor) ?? [];
    return after as PersonKey | '';
  },
  /** Null at the end, for which undefined stands. */
  encode: (next: PersonKey | '' | undefined): string | null =>
    next === undefined ? null : encodeCursor([next]),
};
