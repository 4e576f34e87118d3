import { getArchive, startArchive } from '../../shared/contract/downloads.ts';
import { callRow, callsAbout } from './call-row.ts';

export const downloadCalls = callsAbout('downloads', [
  callRow(startArchive, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
    send: ['archives'],
  }),
  callRow(getArchive, {
    table: ['GetItem', 'BatchGetItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
  }),
]);
