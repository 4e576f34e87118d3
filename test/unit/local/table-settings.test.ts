import { expect, it } from 'vitest';
import { tableSettings } from '../../../infra/local/dynamodb/table-settings.ts';

it('holds items and delays indexes for 10 ms unless the environment says otherwise', () => {
  expect(tableSettings({ TABLE_INDEX_DELAY_MS: '' })).toEqual({
    holdMs: 10,
    writeHoldMs: 2,
    indexDelayMs: 10,
  });
  expect(tableSettings({ TABLE_HOLD_MS: '20', TABLE_WRITE_HOLD_MS: '5', TABLE_INDEX_DELAY_MS: '0' })).toEqual(
    {
      holdMs: 20,
      writeHoldMs: 5,
      indexDelayMs: 0,
    },
  );
});

it.each(['-1', '1.5', 'ten', '1000000'])('refuses %s', (text) => {
  expect(() => tableSettings({ TABLE_HOLD_MS: text })).toThrow(
    `TABLE_HOLD_MS must be whole milliseconds, and it is "${text}".`,
  );
});
