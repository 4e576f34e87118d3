import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { vi } from 'vitest';
import { originalKey, renditionFolder } from '../../../functions/storage/object-keys.ts';
import type { FunctionRow } from '../../../functions/manifest/function-row.ts';
import { functions } from '../../../functions/manifest/functions.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { type Fault, withAws } from './faulty-run.ts';
import { media, sampleRows, waiting } from './sample-rows.ts';
import { samples } from './samples.ts';

// Every call of the manifest, as its sample makes it.

type Handler = (
  event: APIGatewayProxyEventV2,
  context: typeof lambdaContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

export const rows = functions.filter(({ trigger }) => trigger.kind === 'http');

function requestOf({ id, trigger }: FunctionRow): APIGatewayProxyEventV2 {
  const sample = samples[id];
  if (!sample) throw new Error(`${id} has no sample in samples.ts.`);
  if (trigger.kind !== 'http') throw new Error(`${id} is no call.`);
  const { method, path } = trigger.endpoint;
  return apiGatewayEvent({ method, path, ...sample });
}

/** Secrets are kept once they are read: with new modules none is. */
export async function freshHandler({ entry }: FunctionRow): Promise<Handler> {
  vi.resetModules();
  return ((await import(/* @vite-ignore */ `../../../${entry}`)) as { handler: Handler }).handler;
}

/** The files of the two items that calls move and delete. */
const sampleFiles = () =>
  Object.fromEntries(
    [
      `${renditionFolder(media, 'open')}1000.webp`,
      `${renditionFolder(waiting, 'held')}1000.webp`,
      originalKey(media),
    ].map((key) => [key, Uint8Array.of(0xff, 0xd8, 0xff)]),
  );

export const call = (handler: Handler, row: FunctionRow, fault?: Fault) =>
  withAws({ rows: sampleRows(), files: sampleFiles() }, fault, () => handler(requestOf(row), lambdaContext));
