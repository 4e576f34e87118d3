import type { Run } from './crowd.ts';
import { ROLL_UPS_PER_SECOND, tableOrIndexUnits } from './crowd-demand.ts';

/** What one event is promised to bear, also on the first evening of a stage: times a second. */
const promised: Readonly<Partial<Record<Run, number>>> = {
  'cast-vote': 1000 - ROLL_UPS_PER_SECOND,
  'cast-vote, rolled up': ROLL_UPS_PER_SECOND,
  'issue-guest-upload': 80,
  'save-guest-media': 80,
  'process-media': 80,
};

/** Units a second that this takes of the table or of an index, without lists, whose reads `demandOf` knows. */
export const promisedLoad = (of: string, kind: 'read' | 'write'): number =>
  Object.entries(promised).reduce(
    (sum, [run, perSecond]) => sum + perSecond * tableOrIndexUnits(run as Run, of, kind),
    0,
  );
