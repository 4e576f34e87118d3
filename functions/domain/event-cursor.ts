import { AppError } from './app-error.ts';

/** The place of an event in a list by creation. */
export type EventPosition = { readonly createdAt: string; readonly id: string };

export function encodeEventCursor(place: EventPosition): string {
  return Buffer.from(JSON.stringify([place.createdAt, place.id])).toString('base64url');
}

/** @throws AppError 400 for a cursor that this list did not hand out */
export function decodeEventCursor(cursor: string | undefined): EventPosition | undefined {
  if (cursor === undefined) return undefined;
  const [createdAt, id] = Buffer.from(cursor, 'base64url').toString('utf8').slice(2, -2).split('","');
  if (!/^[\d:.TZ-]{24}$/.test(createdAt ?? '') || !/^evt_[a-z2-7]{26}$/.test(id ?? '')) {
    throw new AppError('invalid', 'invalid_cursor', {
      message: 'The cursor does not belong to this list.',
      issues: [{ path: 'cursor', message: 'The cursor does not belong to this list.' }],
    });
  }
  return { createdAt: createdAt ?? '', id: id ?? '' };
}
