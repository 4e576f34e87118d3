import { type AttributeValue, paginateScan } from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type Stripe from 'stripe';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { connectStripe } from '../fixtures/stripe-client.ts';
import { listMessages, type QueuedMessage } from './faults-waiting.ts';

export type Row = Record<string, any>;
export type StoredObject = { readonly key: string; readonly sizeBytes: number; readonly eTag: string };
/** A checkout session whose money arrived, with what of it was given back, in minor units. */
export type PaidSession = { readonly id: string; readonly amount: number; readonly amountRefunded: number };

/** Everything that a running system holds. */
export type Snapshot = {
  readonly rows: readonly Row[];
  readonly objects: readonly StoredObject[];
  readonly messages: readonly QueuedMessage[];
  readonly paidSessions: readonly PaidSession[];
};

type Environment = Readonly<Record<string, string>>;

export async function takeFaultsSnapshot(environment: Environment, dataDir: string): Promise<Snapshot> {
  return {
    rows: await listRows(environment),
    objects: await listObjects(environment),
    messages: listMessages(dataDir),
    paidSessions: await listPaidSessions(environment),
  };
}

async function listRows(environment: Environment): Promise<Row[]> {
  const client = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: environment['TABLE_NAME'] }))
    rows.push(...Items.map((item: Record<string, AttributeValue>) => unmarshall(item)));
  client.destroy();
  return rows;
}

async function listObjects(environment: Environment): Promise<StoredObject[]> {
  const client = new S3Client({
    endpoint: environment['AWS_ENDPOINT_URL_S3'],
    region: environment['AWS_REGION'],
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const objects: StoredObject[] = [];
  const bucket = { Bucket: environment['MEDIA_BUCKET'] };
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, bucket))
    objects.push(
      ...Contents.map(({ Key = '', Size = 0, ETag = '' }) => ({
        key: Key,
        sizeBytes: Size,
        eTag: ETag.replaceAll('"', ''),
      })),
    );
  client.destroy();
  return objects;
}

async function listPaidSessions(environment: Environment): Promise<PaidSession[]> {
  const { stripe } = await connectStripe(environment);
  const paid: PaidSession[] = [];
  for await (const { id, payment_status } of stripe.checkout.sessions.list({ limit: 100 })) {
    if (payment_status !== 'paid') continue;
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    const charge = intent.latest_charge as Stripe.Charge;
    paid.push({ id, amount: intent.amount_received, amountRefunded: charge.amount_refunded });
  }
  return paid;
}
