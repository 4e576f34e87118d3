import {
  createEvent,
  deleteEvent,
  getEvent,
  joinEvent,
  listEvents,
  listPublicEvents,
  updateEvent,
} from '../../shared/contract/events.ts';
import { issueEventCode, findEventByCode } from '../../shared/contract/event-codes.ts';
import { recordBrowserReport } from '../../shared/contract/browser-reports.ts';
import { describeApi } from '../../shared/contract/api-description.ts';
import { issueLiveTicket } from '../../shared/contract/live-updates.ts';
import { getNumbers } from '../../shared/contract/numbers.ts';
import { callRow, callsAbout } from './call-row.ts';

/** The Lambdas behind the calls on events, the description of the API, and browsers' reports. */
export const eventCalls = callsAbout('events', [
  callRow(createEvent, { table: ['GetItem', 'PutItem', 'UpdateItem'] }),
  callRow(listEvents, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'], indexes: ['gsi1'] }),
  callRow(listPublicEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  callRow(getEvent, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  callRow(updateEvent, { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] }),
  callRow(deleteEvent, { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] }),
  callRow(
    joinEvent,
    { table: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'UpdateItem'] },
    { settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(issueEventCode, { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] }),
  callRow(findEventByCode, { table: ['GetItem', 'UpdateItem'] }),
  callRow(
    issueLiveTicket,
    { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
    { settings: ['LIVE_EVENTS_URL', 'LIVE_SOCKET_URL'] },
  ),
  // Reads up to 10,000 items.
  callRow(
    getNumbers,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
      indexes: ['gsi1', 'gsi2'],
      secrets: ['media-signing-key'],
    },
    { memoryMb: 1024 },
  ),
  callRow(describeApi, {}),
  callRow(recordBrowserReport, { table: ['UpdateItem'] }, { settings: ['STAGE'] }),
]);
