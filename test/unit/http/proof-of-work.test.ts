import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../functions/domain/app-error.ts';
import { bitsFor, LEAST_BITS, MOST_BITS } from '../../../functions/domain/newcomer-pace.ts';
import { admitGuest, admitNewcomer } from '../../../functions/http/kit/proof-of-work.ts';
import { type Challenge, PROOF_HEADER } from '../../../shared/contract/proof-of-work.ts';
import { findProof } from '../../../shared/contract/find-proof.ts';
import { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';
import { eventRecord, idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord();
const newcomer = { event, person: { kind: 'guest', guestId: idOf('gst', 1) } } as const;
const row = { calls: 120, seed: 'the seed of this window' };
const at = (second: number): Date => new Date(Date.UTC(2026, 5, 30, 18, 0, second));

/** The windows have no room for who comes freely, and count who has proven work. */
beforeEach(() => {
  process.env['EVENT_PEOPLE_LIMIT'] = '10';
  dynamo.reset();
  dynamo.on(GetCommand).resolves({ Item: row });
  dynamo.on(BatchGetCommand).resolves({});
  dynamo.on(UpdateCommand).callsFake(({ ConditionExpression }: { ConditionExpression?: string }) => {
    if (!ConditionExpression?.includes('calls < :max')) return { Attributes: row };
    throw new ConditionalCheckFailedException({ message: '', $metadata: {}, Item: marshall(row) });
  });
});

const admit = (now: Date, proof?: string) =>
  admitNewcomer(
    apiGatewayEvent({ method: 'POST', headers: proof ? { [PROOF_HEADER]: proof } : {} }),
    newcomer,
    now,
  );

async function challengeFrom(ask: () => Promise<void>): Promise<Challenge> {
  const refusal: unknown = await ask().catch((error: unknown) => error);
  if (!(refusal instanceof AppError) || !refusal.proof) throw new Error('No proof was asked for.');
  return refusal.proof;
}
const proofFrom = async (ask: () => Promise<void>): Promise<string> =>
  findProof(await challengeFrom(ask), (text) => createHash('sha256').update(text).digest());
const proofAt = (now: Date): Promise<string> => proofFrom(() => admit(now));

const asks = { code: 'proof_required', kind: 'too-many', retryAfterSeconds: 0 };

describe('a proof of work', () => {
  it('is good in its window and the next, and not a moment longer', async () => {
    const proof = await proofAt(at(50));
    await admit(at(50), proof);
    await admit(at(119), proof);
    await expect(admit(at(120), proof)).rejects.toMatchObject(asks);
  });

  it('is worth nothing before its window, whose seed nobody knows', async () => {
    const proof = await proofAt(at(70));
    await expect(admit(at(50), proof)).rejects.toMatchObject(asks);
    dynamo.on(GetCommand).resolves({ Item: { ...row, seed: 'another' } });
    await expect(admit(at(70), proof)).rejects.toMatchObject(asks);
    dynamo.on(GetCommand).resolves({});
    await expect(admit(at(70), proof)).rejects.toMatchObject(asks);
  });

  it('is harder the further the pace is exceeded, up to what a cheap phone bears', () => {
    const many = [1, 1.4, 1.5, 2.3, 4, 6, 1000];
    const bits = many.map((times) => bitsFor({ came: 120 * times, asked: 0 }, 120));
    expect(many.map((times) => bitsFor({ came: 120, asked: 120 * (times - 1) }, 120))).toEqual(bits);
    expect(bits).toEqual([13, 13, 14, 15, 16, 17, 17]);
    expect([LEAST_BITS, MOST_BITS]).toEqual([13, 17]);
  });
});

/** What windows hold, by the kind of their call, and which proofs are used up. */
type Window = { calls: number; asked: number; came?: Set<string>; seed: string };
let windows: Map<string, Window>;

const refused = (found: Window) =>
  new ConditionalCheckFailedException({ message: '', $metadata: {}, Item: marshall(found) });

/** Counts as the table would. @param most how many come freely, by the kind of window */
function keepWindows(most: Readonly<Record<string, number>>): void {
  windows = new Map(Object.keys(most).map((kind) => [kind, { calls: 0, asked: 0, seed: kind }]));
  const used = new Set<string>();
  dynamo.on(GetCommand).callsFake(({ Key }) => ({ Item: windows.get(kindOf(Key)) }));
  dynamo
    .on(UpdateCommand)
    .callsFake(({ Key, UpdateExpression, ConditionExpression = '', ExpressionAttributeValues: values }) => {
      const seen = windows.get(kindOf(Key)) ?? { calls: 0, asked: 0, seed: '' };
      if (UpdateExpression.includes('ADD asked')) {
        const asked = { ...seen, asked: seen.asked + 1 };
        windows.set(kindOf(Key), asked);
        return { Attributes: asked };
      }
      if (Key.sk === 'PROOF') {
        if (used.has(Key.pk)) throw refused(seen);
        used.add(Key.pk);
        return {};
      }
      const isFull = ConditionExpression.includes('calls < :max') && seen.calls >= (most[kindOf(Key)] ?? 0);
      const hasCome = ConditionExpression.includes('contains(came') && seen.came?.has(values[':own']);
      if (isFull || hasCome) throw refused(seen);
      const came = new Set([...(seen.came ?? []), ...(values[':them'] ?? [])]);
      windows.set(kindOf(Key), { ...seen, calls: seen.calls + 1, ...(came.size > 0 && { came }) });
      return {};
    });
}

const kindOf = ({ pk }: { pk: string }): string => String(pk.split('#')[1]);
const counts = () => [windows.get('new-people-of-address')?.calls, windows.get('new-people')?.calls];

const register = (proof?: string) =>
  admitGuest(apiGatewayEvent({ method: 'POST', headers: proof ? { [PROOF_HEADER]: proof } : {} }), at(50));

describe('a pace', () => {
  it('counts a person once, however many of their calls arrive at the same moment', async () => {
    keepWindows({ 'new-people-of-address': 1, 'new-people': 1 });
    await Promise.all([admit(at(50)), admit(at(50)), admit(at(50))]);
    expect(counts()).toEqual([1, 1]);
  });

  it('counts once who is stopped by the event after their address, and whose proof is sent again and again', async () => {
    keepWindows({ 'new-people-of-address': 1, 'new-people': 0 });
    const proof = await proofFrom(() => admit(at(50)));
    for (let sent = 0; sent < 3; sent += 1) await admit(at(50), proof);
    expect(counts()).toEqual([1, 1]);
  });

  it('counts nobody who does not come: without a proof, or to an event that is full', async () => {
    keepWindows({ 'new-people-of-address': 0, 'new-people': 0 });
    await proofFrom(() => admit(at(50)));
    expect(counts()).toEqual([0, 0]);
    keepWindows({ 'new-people-of-address': 1, 'new-people': 1 });
    const full = { people: 10 };
    dynamo.on(BatchGetCommand).callsFake(({ RequestItems }) => {
      const [[table, { Keys }]] = Object.entries(RequestItems) as [[string, { Keys: object[] }]];
      return { Responses: { [table]: Keys.map((key) => ({ ...key, ...full })) } };
    });
    await admit(at(50));
    expect(counts()).toEqual([0, 0]);
  });

  it('demands more for each challenge that it gives out, so that none can be collected while they are easy', async () => {
    keepWindows({ 'new-people-of-address': 0, 'new-people': 0 });
    const bits: number[] = [];
    // Asked so often before, of an address that 120 come from freely.
    for (const asked of [0, 60, 150, 285, 486]) {
      windows.set('new-people-of-address', { calls: 120, asked, seed: 'a' });
      for (let more = 0; more < 2; more += 1) bits.push((await challengeFrom(() => admit(at(50)))).bits);
    }
    expect(bits).toEqual([13, 13, 14, 14, 15, 15, 16, 16, 16, 17]);
    expect(windows.get('new-people')?.asked).toBe(bits.length);
  });

  it('demands what the harder of its windows does, whichever has no room', async () => {
    const [easy, hard] = [
      { calls: 0, asked: 0, seed: 'easy' },
      { calls: 1000, asked: 0, seed: 'hard' },
    ];
    for (const [address, event] of [
      [hard, easy],
      [easy, hard],
      [hard, hard],
    ] as const)
      for (const most of [0, 1000]) {
        keepWindows({ 'new-people-of-address': most, 'new-people': 0 });
        windows.set('new-people-of-address', address);
        windows.set('new-people', event);
        expect(await challengeFrom(() => admit(at(50)))).toMatchObject({ bits: MOST_BITS });
      }
  });

  it('accepts what it asked for, however many are asked meanwhile', async () => {
    keepWindows({ 'new-people-of-address': 0, 'new-people': 0 });
    const proof = await proofFrom(() => admit(at(50)));
    for (const [kind, window] of windows) windows.set(kind, { ...window, asked: 5000 });
    expect(await challengeFrom(() => admit(at(50)))).toMatchObject({ bits: MOST_BITS });
    await admit(at(50), proof);
    expect(counts()).toEqual([1, 1]);
  });

  it('of new guests counts no proof that has been used', async () => {
    keepWindows({ 'create-guest': 0 });
    const proof = await proofFrom(() => register());
    await register(proof);
    await expect(register(proof)).rejects.toMatchObject(asks);
    expect(windows.get('create-guest')?.calls).toBe(1);
  });
});
