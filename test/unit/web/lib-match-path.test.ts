import { expect, test } from 'vitest';
import { matchPath } from '../../../web/src/lib/match-path.ts';

test.each([
  ['/', '/', ''],
  ['', '/', ''],
  ['/create', '/create', ''],
  ['/create/', '/create', ''],
  ['/event/evt_1', '/event/:eventId', 'evt_1'],
  ['/event/evt_1/', '/event/:eventId', 'evt_1'],
  ['/event/evt_1/timeline', '/event/:eventId/timeline', 'evt_1'],
  ['/event/evt_1/a/b', '/event/:eventId/a/b', 'evt_1'],
  ['/event/a%2Fb', '/event/:eventId', 'a/b'],
  ['/event/%E0%A4%A', '/event/:eventId', '%E0%A4%A'],
  ['/event', '/event', ''],
  ['/events/evt_1', '/events/evt_1', ''],
])('%s matches %s with event id "%s"', (pathname, page, eventId) =>
  expect(matchPath(pathname)).toEqual({ page, eventId }),
);
