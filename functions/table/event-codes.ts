import * as z from 'zod/mini';
import { notFound } from '../domain/app-error.ts';
import type { EventRecord } from '../domain/records.ts';
import { EVENT_IS_ACTIVE } from './active-event-condition.ts';
import { ConditionsFailed, getRow, tableName, transact } from './dynamo.ts';
import { parseEvent } from './event-row.ts';
import { keys } from './keys.ts';

const codeRow = z.object({ eventId: z.string() });

/** Of four billion codes hardly one is taken. */
const MOST_DRAWS = 5;

/**
 * Gives an event its code. Of calls at once one does, and the others find what it wrote.
 * @param draw makes a code at random
 * @returns the code that the event has from then on
 * @throws AppError 404 if the event is gone
 */
export async function createEventCode(event: EventRecord, draw: () => string): Promise<string> {
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const code = draw();
    try {
      await writeCode(event.id, code);
      return code;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const eventFailure = error.failures[1];
      // Another event has this code.
      if (!eventFailure) continue;
      const current = eventFailure.found && parseEvent(eventFailure.found);
      if (!current?.eventCode) throw notFound();
      return current.eventCode;
    }
  }
  throw new Error('No free code was drawn.');
}

async function writeCode(eventId: string, code: string): Promise<void> {
  await transact([
    {
      Put: {
        TableName: tableName(),
        Item: { ...keys.eventCode(code), eventId },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: tableName(),
        Key: keys.event(eventId),
        UpdateExpression: 'SET eventCode = :code',
        ConditionExpression: `${EVENT_IS_ACTIVE} AND attribute_not_exists(eventCode)`,
        ExpressionAttributeValues: { ':code': code },
      },
    },
  ]);
}

/** Where no event is. */
const NOWHERE = keys.event('');

/**
 * The event that has a code. Takes two reads whether or not there is one, so that the time of the answer tells nothing.
 * @returns undefined also for an event whose deletion has begun
 */
export async function findEventByCode(code: string): Promise<EventRecord | undefined> {
  const found = await getRow(keys.eventCode(code));
  const row = await getRow(found ? keys.event(codeRow.parse(found).eventId) : NOWHERE);
  return row && parseEvent(row);
}
