import { getVapidKey, subscribePush, unsubscribePush } from '../../shared/contract/notifications.ts';
import { callRow, callsAbout } from './call-row.ts';

export const notificationCalls = callsAbout('notifications', [
  callRow(getVapidKey, { secrets: ['vapid-private-key'] }),
  callRow(
    subscribePush,
    {
      table: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
    },
    { settings: ['EVENT_PEOPLE_LIMIT', 'PUSH_ORIGINS'] },
  ),
  callRow(unsubscribePush, { table: ['GetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi4'] }),
]);
