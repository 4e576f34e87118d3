import {
  acceptCoHostLink,
  createCoHostLink,
  dismissCoHost,
  handOverEvent,
  nameCoHost,
  revokeCoHostLinks,
} from '../../shared/contract/co-hosts.ts';
import {
  blockPerson,
  blockRecentGuests,
  listPeople,
  removeIdlePeople,
  restorePerson,
} from '../../shared/contract/people.ts';
import { claimGuest, createGuest, deleteGuest } from '../../shared/contract/guests.ts';
import { callRow, callsAbout, LONG_CALL_SECONDS } from './call-row.ts';

/** The Lambdas behind the calls on people and guests. */
export const peopleCalls = callsAbout('people', [
  callRow(listPeople, { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] }),
  callRow(blockPerson, {
    table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi1'],
  }),
  callRow(restorePerson, { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] }),
  callRow(
    removeIdlePeople,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      indexes: ['gsi1'],
    },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(
    blockRecentGuests,
    { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'] },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(
    nameCoHost,
    { table: ['GetItem', 'BatchGetItem', 'ConditionCheckItem', 'UpdateItem'] },
    { settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(dismissCoHost, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  callRow(createCoHostLink, {
    table: ['GetItem', 'BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
  }),
  callRow(revokeCoHostLinks, { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'] }),
  callRow(
    acceptCoHostLink,
    { table: ['GetItem', 'BatchGetItem', 'ConditionCheckItem', 'UpdateItem'] },
    { settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(handOverEvent, { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] }),
  callRow(createGuest, { table: ['GetItem', 'PutItem', 'UpdateItem'] }),
  callRow(
    claimGuest,
    {
      table: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'ConditionCheckItem',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
      ],
      indexes: ['gsi1', 'gsi4'],
    },
    { timeoutSeconds: LONG_CALL_SECONDS, settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(deleteGuest, { table: ['GetItem', 'UpdateItem'] }),
]);
