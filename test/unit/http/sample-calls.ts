import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { vi } from 'vitest';
import { originalKey, renditionFolder } from '../../../functions/storage/object-keys.ts';
import type { FunctionRow } from '../../../functions/manifest/function-row.ts';
import { functions } from '../../../functions/manifest/functions.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { unreachableSubscription } from '../../fixtures/push-service-client.ts';
import type { CallerName, CallSample, SampleRequest, SampleWorld } from '../../samples/sample.ts';
import { requireSample } from '../../samples/samples.ts';
import { type Fault, withAws } from '../../fixtures/faulty-run.ts';
import * as rows from '../../fixtures/sample-rows.ts';

// Every call of the manifest, as its sample makes it of a mocked table.

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: typeof lambdaContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** A call's row with its sample. */
export type SampleCall = { readonly row: FunctionRow; readonly sample: CallSample };

export const sampleCalls: readonly SampleCall[] = functions
  .filter(({ trigger }) => trigger.kind === 'http')
  .map((row) => ({ row, sample: requireSample(row.id) }));

/** How somebody proves who they are. */
type MockedCaller = { readonly cookies?: string[]; readonly identity?: SampleWorld['identity'] };

const callers: Readonly<Record<CallerName, MockedCaller>> = {
  owner: { cookies: rows.owner.cookies },
  participant: { cookies: rows.user.cookies },
  newcomer: { cookies: rows.stranger.cookies },
  guest: { identity: rows.guest },
  'other guest': { identity: rows.otherGuest },
  anonymous: {},
  'browser signing in': { cookies: rows.login.cookies },
};

/** The sample rows, as a caller's request speaks of them. */
function worldOf({ identity }: MockedCaller): SampleWorld {
  const uploaderId = identity ? (`guest:${identity.guestId}` as const) : (`user:${rows.user.id}` as const);
  return {
    eventId: rows.event.id,
    paidEventId: rows.paidEvent.id,
    mediaId: rows.media.id,
    pendingMediaId: rows.waiting.id,
    ownMediaId: rows.media.id,
    participantId: rows.user.id,
    coHostId: rows.coHostId,
    bystanderId: rows.user.id,
    identity,
    loginState: rows.login.state,
    subscription: { ...unreachableSubscription(''), endpoint: rows.pushEndpoint },
    webhookSecret: rows.WEBHOOK_SECRET,
    now: rows.NOW,
    newEventId: async () => rows.event.id,
    eventName: rows.event.name,
    eventCode: async () => rows.eventCode,
    newCoHostLink: async () => ({ eventId: rows.event.id, code: rows.coHostCode }),
    newMediaId: async () => rows.media.id,
    newUpload: async () => ({
      objectPath: `/objects/uploads/${rows.upload(uploaderId).id}`,
      fileSize: 3,
    }),
    newGuest: async () => rows.otherGuest,
    archiveId: async () => rows.archiveId,
    paymentId: async () => rows.payment.id,
  };
}

/** A sample's request as the gateway hands it to its call. */
export async function requestOf(sample: CallSample): Promise<APIGatewayProxyEventV2> {
  const { caller, request } = await filledSample(sample);
  return gatewayRequest(sample.endpoint, caller, request);
}

/** A sample's request, and who sends it. */
export async function filledSample({ caller: name, request }: CallSample) {
  const caller = callers[name];
  return { caller, request: { ...(await request?.(worldOf(caller))) } };
}

/** What somebody sends to a call, as the gateway hands it on. */
export function gatewayRequest(
  { method, path }: Endpoint,
  { cookies, identity }: MockedCaller,
  { headers, ...filled }: SampleRequest = {},
): APIGatewayProxyEventV2 {
  return apiGatewayEvent({
    method,
    path,
    ...(cookies && { cookies }),
    ...filled,
    headers: {
      ...(identity && { 'x-guest-id': identity.guestId, 'x-guest-token': identity.token }),
      ...headers,
    },
  });
}

export async function handlerOf({ row: { entry } }: SampleCall): Promise<Handler> {
  return ((await import(/* @vite-ignore */ `../../../${entry}`)) as { handler: Handler }).handler;
}

/** Secrets are kept once they are read: with new modules none is. */
export function freshHandler(sampleCall: SampleCall): Promise<Handler> {
  vi.resetModules();
  return handlerOf(sampleCall);
}

/** The files of the two items that calls move and delete. */
const sampleFiles = () =>
  Object.fromEntries(
    [
      `${renditionFolder(rows.media, 'open')}1000.webp`,
      `${renditionFolder(rows.waiting, 'held')}1000.webp`,
      originalKey(rows.media),
    ].map((key) => [key, Uint8Array.of(0xff, 0xd8, 0xff)]),
  );

export async function call(handler: Handler, { sample }: SampleCall, fault?: Fault) {
  return send(handler, await requestOf(sample), fault);
}

/** Sends a request to a call, of a table of the sample rows. */
export async function send(handler: Handler, request: APIGatewayProxyEventV2, fault?: Fault) {
  return sendAmong(rows.sampleRows(), handler, request, fault);
}

/** The same, of a table of these rows. */
export async function sendAmong(
  table: readonly Row[],
  handler: Handler,
  request: APIGatewayProxyEventV2,
  fault?: Fault,
) {
  return withAws({ rows: table, files: sampleFiles() }, fault, () => handler(request, lambdaContext));
}
