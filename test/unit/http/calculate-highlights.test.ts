import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Row } from '../../../functions/table/dynamo.ts';
import { lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { type Fault, withAws } from '../../fixtures/faulty-run.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { media, sampleRows } from '../../fixtures/sample-rows.ts';
import { mediaRow, tallyRow } from '../../fixtures/table-rows.ts';
import { requireSample } from '../../samples/samples.ts';
import { handlerOf, requestOf, sampleCalls } from './sample-calls.ts';

// What asking for highlights again costs: nothing is read again and nobody asked again while nothing has changed.

useFaultyWorld();

const bedrock = mockClient(BedrockRuntimeClient);
const answer = [1, 2, 3].map((photo) => ({ photo, score: 90, reason: 'A happy moment in warm light.' }));
const answerWith = (text: string) =>
  bedrock
    .on(ConverseCommand)
    .resolves({ output: { message: { role: 'assistant', content: [{ text }] } } } as never);

beforeEach(() => {
  bedrock.reset();
  answerWith(JSON.stringify(answer));
  process.env['HIGHLIGHTS_MODEL'] = 'some.model';
});
afterEach(() => {
  delete process.env['HIGHLIGHTS_MODEL'];
});

const call = sampleCalls.find(({ row }) => row.id === 'calculate-highlights');

/** The owner asks for highlights of what these rows hold. */
async function calculate(rows: readonly Row[], fault?: Fault) {
  if (!call) throw new Error('There is no such call.');
  const [handler, request] = [await handlerOf(call), await requestOf(requireSample(call.row.id))];
  bedrock.resetHistory();
  const { result, commands, left } = await withAws({ rows }, fault, () => handler(request, lambdaContext));
  expect(result.statusCode).toBe(200);
  return {
    rows: left.rows,
    picks: JSON.parse(result.body ?? '').map(({ id, score }: any) => [id, score]),
    queries: commands.filter((command) => command === 'Query').length,
    writes: commands.filter((command) => command === 'TransactWrite').length,
    questions: bedrock.commandCalls(ConverseCommand).length,
  };
}

/** The event's counts, and the lists. */
const ANEW = { queries: 3, writes: 1, questions: 1 };
const AS_BEFORE = { queries: 2, writes: 0, questions: 0 };
const isListed = ({ sk, status }: Row): boolean => sk === 'MEDIA' && status === 'approved';
const approved = sampleRows().filter(isListed).length;
const replaced = (rows: readonly Row[], row: Row): Row[] => [
  ...rows.filter(({ pk, sk }) => pk !== row['pk'] || sk !== row['sk']),
  row,
];
/** What the tests begin with: rows whose counts agree with the list. */
const countedRows = (): Row[] => replaced(sampleRows(), tallyRow(media, { approved }));

it('is answered with what is there while nothing has changed, and chosen anew when something has', async () => {
  const first = await calculate(countedRows());
  expect(first).toMatchObject(ANEW);
  expect(first.picks).toHaveLength(3);
  const again = await calculate(first.rows);
  expect(again).toMatchObject({ ...AS_BEFORE, picks: first.picks });

  const changes: Record<string, Row> = {
    'an approved item more or less': tallyRow(media, { approved, openChanges: 1 }),
    'a vote': mediaRow({ ...media, voteCount: media.voteCount + 1 }),
  };
  for (const [name, row] of Object.entries(changes)) {
    const next = await calculate(replaced(first.rows, row));
    expect({ name, ...next }).toMatchObject({ name, ...ANEW });
    expect(await calculate(next.rows)).toMatchObject({ ...AS_BEFORE, picks: next.picks });
  }
  process.env['HIGHLIGHTS_MODEL'] = 'another.model';
  expect(await calculate(first.rows)).toMatchObject(ANEW);
});

it('is chosen anew after a list that lagged behind the counts', async () => {
  const lagging = replaced(countedRows(), tallyRow(media, { approved: approved + 1 }));
  const early = await calculate(lagging);
  const late = replaced(early.rows, tallyRow(media, { approved }));
  expect(await calculate(late)).toMatchObject(ANEW);
});

it('is chosen anew where the first choice could not be the last', async () => {
  const unfinished = replaced(countedRows(), mediaRow({ ...media, state: 'processing' }));
  expect(await calculate((await calculate(unfinished)).rows)).toMatchObject(ANEW);
  answerWith('I cannot do that.');
  const unanswered = await calculate(countedRows());
  answerWith(JSON.stringify(answer));
  expect(await calculate(unanswered.rows)).toMatchObject(ANEW);
});

it('is chosen without the model by who has asked it too often today, and with it again tomorrow', async () => {
  const error = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
  // The first is the count of calls.
  const refused = await calculate(countedRows(), { command: 'Update', from: 1, times: 1, error });
  expect(refused).toMatchObject({ ...ANEW, questions: 0 });
  expect(await calculate(refused.rows)).toMatchObject(ANEW);
});
