import { ARCHIVE_REFUSALS } from '../../shared/archive-messages.ts';
import { AppError } from '../domain/app-error.ts';
import type { Wait } from './archive-pauses.ts';

/** When there is no ZIP for a caller and none may begin yet: 429, with the time until one may. */
export function refusal({ why, from }: Wait, now: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1000));
  return new AppError('too-many', why, {
    message: `${ARCHIVE_REFUSALS[why]} A new one can be made in ${spelled(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

function spelled(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] = minutes < 90 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
