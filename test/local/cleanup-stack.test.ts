import { expect, it } from 'vitest';
import { createCleanupStack } from '../../infra/local/cleanup-stack.ts';

it('closes what was opened last first, and goes on when something does not close', async () => {
  const log: string[] = [];
  const closed: string[] = [];
  const cleanup = createCleanupStack((line) => log.push(line));
  cleanup.add('table', (name) => closed.push(name));
  cleanup.add('queue', async () => {
    throw new Error('busy');
  });
  cleanup.add('server', async (name) => closed.push(name));
  await cleanup.close();
  expect(closed).toEqual(['server', 'table']);
  expect(log).toEqual(['Something did not close: Error: busy']);
});
