import { describeApi } from '../../shared/contract/api-description.ts';
import type { CallSample } from './sample.ts';

export const apiDescriptionSamples: readonly CallSample[] = [
  { endpoint: describeApi, caller: 'anonymous', tableRequests: '' },
];
