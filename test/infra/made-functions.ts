import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { FunctionRow, Grants, RequestRow } from '../../functions/manifest/function-row.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { stages } from '../../infra/stages/stages.ts';
import { type Synthesized, synthesizedAsIs } from './synthesized-templates.ts';

export const model = { modelId: 'maker.model-v1:0' };

/** All that a row can be granted. */
const everything: Grants = {
  table: ['GetItem', 'Query'],
  indexes: ['gsi1', 'gsi5'],
  objects: [
    { prefix: 'incoming/', actions: ['GetObject'] },
    { prefix: 'media/held/', actions: ['PutObject', 'DeleteObject'] },
    { prefix: 'media/archives/', actions: ['AbortMultipartUpload', 'ListMultipartUploadParts'] },
  ],
  listObjects: ['media/held/', 'media/open/'],
  send: ['moves', 'media'],
  secrets: ['media-signing-key'],
  invalidate: true,
  deleteAccounts: true,
  publishLiveUpdates: true,
  bedrock: true,
};

const castVote = functions.filter(answersRequests).find(({ id }) => id === 'cast-vote') as RequestRow;

function castVoteWith(id: string, change: Grants): FunctionRow {
  if (castVote.trigger.kind !== 'http') throw new Error('cast-vote is no call.');
  const endpoint = { ...castVote.trigger.endpoint, id, path: `/api/made/${id}` as const };
  const grants = { ...castVote.grants, ...change };
  return { ...castVote, id, entry: `functions/http/${id}.ts`, trigger: { kind: 'http', endpoint }, grants };
}

/** `cast-vote` without a right that it needs. */
export const forgetful = castVoteWith('forgetful', {
  table: (castVote.grants.table ?? []).filter((action) => action !== 'PutItem'),
});

/** `cast-vote` with rights of every kind that it does not need. */
export const superfluous = castVoteWith('superfluous', {
  indexes: ['gsi2'],
  objects: [{ prefix: 'media/held/', actions: ['DeleteObject'] }],
  listObjects: ['media/open/'],
  send: ['media'],
  secrets: ['stripe-secret-key'],
  invalidate: true,
});

/** Rows that are granted what none of the manifest is. */
export const madeFunctions: readonly FunctionRow[] = [
  {
    id: 'may-everything',
    entry: 'functions/jobs/may-everything.ts',
    trigger: { kind: 'schedule', rateMinutes: 1 },
    grants: everything,
    memoryMb: 128,
    timeoutSeconds: 1,
  },
  {
    id: 'may-nothing',
    entry: 'functions/jobs/may-nothing.ts',
    trigger: { kind: 'schedule', rateMinutes: 1 },
    grants: {},
    memoryMb: 128,
    timeoutSeconds: 1,
  },
  forgetful,
  superfluous,
];

/** A stage with a model for highlights, of all functions and of these. */
export const withMadeFunctions = (): Synthesized =>
  synthesizedAsIs({ ...stages.staging, highlightsModel: model }, [...functions, ...madeFunctions]);
