import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../functions/domain/app-error.ts';
import { bitsFor, LEAST_BITS, MOST_BITS } from '../../../functions/domain/pace.ts';
import { admitNewcomer } from '../../../functions/http/kit/proof-of-work.ts';
import { PROOF_HEADER } from '../../../shared/contract/proof-of-work.ts';
import { findProof } from '../../../shared/contract/find-proof.ts';
import { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';
import { idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const newcomer = { eventId: idOf('evt', 1), person: { kind: 'guest', guestId: idOf('gst', 1) } } as const;
const row = { calls: 120, seed: 'the seed of this window' };
const at = (second: number): Date => new Date(Date.UTC(2026, 5, 30, 18, 0, second));

/** The windows have no room for who comes freely, and count who has proven work. */
beforeEach(() => {
  dynamo.reset();
  dynamo.on(GetCommand).resolves({ Item: row });
  dynamo.on(UpdateCommand).callsFake(({ ConditionExpression }: { ConditionExpression?: string }) => {
    if (ConditionExpression === undefined) return {};
    throw new ConditionalCheckFailedException({ message: '', $metadata: {}, Item: marshall(row) });
  });
});

const admit = (now: Date, proof?: string) =>
  admitNewcomer(
    apiGatewayEvent({ method: 'POST', headers: proof ? { [PROOF_HEADER]: proof } : {} }),
    newcomer,
    now,
  );

async function proofAt(now: Date): Promise<string> {
  const refusal: unknown = await admit(now).catch((error: unknown) => error);
  if (!(refusal instanceof AppError) || !refusal.proof) throw new Error('No proof was asked for.');
  return findProof(refusal.proof, (text) => createHash('sha256').update(text).digest());
}

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

  it('counts who has proven work in both windows, and asks an address first', async () => {
    const proof = await proofAt(at(50));
    expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(1);
    await admit(at(50), proof);
    const counted = dynamo.commandCalls(UpdateCommand).slice(1);
    expect(counted.map(({ args }) => String(args[0].input.Key?.['pk']).split('#')[1])).toEqual([
      'new-people-of-address',
      'new-people',
    ]);
  });

  it('is harder the further the pace is exceeded, up to what a cheap phone bears', () => {
    const bits = [1, 1.4, 1.5, 2.3, 4, 6, 1000].map((times) => bitsFor(120 * times, 120));
    expect(bits).toEqual([13, 13, 14, 15, 16, 17, 17]);
    expect([LEAST_BITS, MOST_BITS]).toEqual([13, 17]);
  });
});
