import { getArchive, measureArchive, startArchive } from '../../shared/contract/downloads.ts';
import { callRow, callsAbout } from './call-row.ts';

export const downloadCalls = callsAbout('downloads', [
  callRow(startArchive, {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
    send: ['archives'],
  }),
  // Reads up to 5,000 items.
  callRow(
    measureArchive,
    { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'], indexes: ['gsi3'] },
    { memoryMb: 1024 },
  ),
  callRow(getArchive, {
    table: ['GetItem', 'BatchGetItem', 'Query'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
  }),
]);
