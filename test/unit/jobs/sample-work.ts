import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { MAX_FILE_BYTES } from '../../../shared/values/file-limits.ts';
import { createdMessage } from '../../../functions/domain/job-messages.ts';
import { channelOf } from '../../../functions/live-updates/channel.ts';
import { layOutZip } from '../../../functions/downloads/zip-layout.ts';
import {
  archiveKey,
  incomingKey,
  archivePhotosKey,
  archivePlanKey,
  originalKey,
  renditionFolder,
} from '../../../functions/storage/object-keys.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { AWAITED_RESTS } from '../../../functions/table/index-keys.ts';
import { paymentItem } from '../../../functions/payments/payment-store.ts';
import { idOf, mediaRecord } from '../../fixtures/records.ts';
import { unreachableSubscription } from '../../fixtures/push-service-client.ts';
import { eventRow, mediaRow, tallyRow } from '../../fixtures/table-rows.ts';
import type { World } from '../../fixtures/faulty-run.ts';
import {
  archiveId,
  event,
  media,
  NOW,
  otherGuest,
  owner,
  paidEvent,
  payment,
  sampleRows,
  user,
} from '../../fixtures/sample-rows.ts';
import { delivery } from '../../fixtures/media-world.ts';

/** One piece of work for a worker, and the rows that it is done on beside those of the calls. */
export type SampleWork = {
  readonly event: unknown;
  readonly rows?: readonly Row[];
  readonly files?: World['files'];
  /** What is asked for once and kept, beside secrets. */
  readonly kept?: string;
};

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a52' } })
  .jpeg()
  .toBuffer();
const fresh = mediaRecord(50, { state: 'processing' });
const video = mediaRecord(51, { state: 'processing', mimeType: 'video/mp4' });
const drawing = mediaRecord(53, { state: 'processing', mimeType: 'image/svg+xml' });
const gone = mediaRecord(54, { state: 'processing' });
/** Of an event that is deleted. */
const left = mediaRecord(55, { eventId: paidEvent.id });
const rejected = mediaRecord(52, {
  status: 'rejected',
  statusVersion: 2,
  place: 'open',
  placeVersion: 1,
  facts: media.facts,
});
const ids = { eventId: event.id, archiveId };
const message = (body: object): unknown => delivery(JSON.stringify(body));
const guestRow: Row = { ...sampleRows().find(({ id }) => id === otherGuest.guestId) };
const archiveRow = sampleRows().find(({ id, viewer }) => id === archiveId && viewer !== undefined);
const userRow = sampleRows().find(({ pk }) => pk === keys.user(user.id).pk);

const { totalBytes } = layOutZip([]);
const isListed = ({ sk, status }: Row): boolean => sk === 'MEDIA' && status === 'approved';
const plan = {
  planId: 'plan',
  uploadId: 'upload',
  fileCount: 1,
  totalBytes,
  leftOut: 0,
  isProvisional: false,
};

const browser = unreachableSubscription('http://127.0.0.1:1');
const subscription: Row = {
  ...sampleRows().find(({ endpointHash, endpoint }) => endpointHash !== undefined && endpoint !== undefined),
  ...browser,
};

const voteRow: Row = { ...sampleRows().find(({ sk }) => sk === `VOTE#${media.id}`) };

const arrived = {
  id: idOf('upl', 60),
  person: `user:${user.id}`,
  eventId: null,
  contentType: null,
  fileSizeBytes: null,
  issuedAt: NOW.toISOString(),
  savedAs: null as string | null,
};
const savedUpload = { ...arrived, id: idOf('upl', 61), savedAs: media.id };

const changes: DynamoDBStreamEvent = {
  Records: [
    { NewImage: mediaRow(fresh) },
    { OldImage: mediaRow(media), NewImage: mediaRow(rejected) },
    { OldImage: eventRow(event), NewImage: eventRow(event, { deletedAt: NOW.toISOString() }) },
    { OldImage: guestRow, NewImage: { ...guestRow, claimedBy: user.id } },
    { NewImage: archiveRow },
    { OldImage: voteRow },
  ].map(({ OldImage, NewImage }: { OldImage?: Row; NewImage?: Row | undefined }, at) => ({
    dynamodb: {
      SequenceNumber: String(at),
      Keys: imageOf({ pk: (NewImage ?? OldImage)?.['pk'], sk: (NewImage ?? OldImage)?.['sk'] }),
      ...(NewImage && { NewImage: imageOf(NewImage) }),
      ...(OldImage && { OldImage: imageOf(OldImage) }),
    },
  })),
};

function imageOf(row: Row = {}) {
  return marshall(row, { removeUndefinedValues: true }) as never;
}

/** Work for every worker of the manifest, by its id; what it does differs by message. */
export const sampleWork: Readonly<Record<string, readonly SampleWork[]>> = {
  'announce-originals': [{ event: delivery(createdMessage(originalKey(fresh))) }],
  // It does what process-media does, more slowly: of an item that is gone, it only asks for that.
  'process-heavy-media': [{ event: delivery(createdMessage(originalKey(gone))) }],
  'process-media': [
    {
      event: delivery(createdMessage(originalKey(fresh))),
      rows: [mediaRow(fresh)],
      files: { [originalKey(fresh)]: picture },
    },
    { event: delivery(createdMessage(originalKey(video))), rows: [mediaRow(video)] },
    { event: delivery(createdMessage(originalKey(drawing))), rows: [mediaRow(drawing)] },
  ],
  // Nothing can be made of it, which is a result, too.
  'process-video': [{ event: delivery(createdMessage(originalKey(video))), rows: [mediaRow(video)] }],
  'reconcile-files': [
    {
      event: message({ eventId: event.id, mediaId: rejected.id, wasOpen: true }),
      rows: [mediaRow(rejected)],
      files: { [`${renditionFolder(rejected, 'open')}1000.webp`]: picture },
    },
    { event: message({ eventId: event.id, mediaId: idOf('med', 99), wasOpen: true }) },
    { event: message({ eventId: event.id, mediaId: media.id, stale: ['old.webp'] }) },
  ],
  'delete-event-contents': [
    {
      event: message({ eventId: paidEvent.id }),
      rows: [
        eventRow(paidEvent, { deletedAt: NOW.toISOString() }),
        mediaRow(left),
        keys.vote({ eventId: paidEvent.id, voter: `user:${owner.id}`, mediaId: left.id }),
        { ...keys.downloadCounts(paidEvent.id), full: 1 },
      ],
      files: { [`media/open/${paidEvent.id}/left.webp`]: picture },
    },
  ],
  'transfer-or-erase-person': [
    {
      event: message({ kind: 'claim', guestId: otherGuest.guestId, userId: owner.id }),
      rows: [{ ...guestRow, claimedBy: owner.id }],
    },
    {
      event: message({ kind: 'erase', person: `user:${user.id}`, withMedia: true }),
      rows: [
        { ...userRow, erasedAt: NOW.toISOString() },
        { ...keys.unsavedUploads(`user:${user.id}`), issued: { [idOf('upl', 97)]: 1 } },
      ],
    },
  ],
  'send-notifications': [
    {
      event: message({ kind: 'new', eventId: event.id, mediaIds: [media.id], at: NOW.toISOString() }),
      rows: [subscription],
    },
    { event: message({ kind: 'rested', eventId: event.id, restSeconds: 0 }), rows: [subscription] },
  ],
  'build-archive': [
    {
      event: message({ kind: 'plan', ...ids }),
      // As many as the event's list holds, so that it need not be read again.
      rows: [tallyRow(media, { approved: sampleRows().filter(isListed).length })],
    },
    {
      event: message({ kind: 'plan', ...ids }),
      rows: [
        tallyRow(media, { approved: sampleRows().filter(isListed).length }),
        { ...archiveRow, photoSize: 'chat' },
      ],
    },
    {
      event: message({ kind: 'make', ...ids, batch: 0 }),
      rows: [{ ...archiveRow, making: { listId: 'list', batchCount: 1, photoCount: 1 } }],
      files: {
        [archivePhotosKey({ eventId: event.id, id: archiveId }, 'list')]: Buffer.from(`["${media.id}"]`),
      },
    },
    {
      event: message({ kind: 'write', ...ids, stretch: 0 }),
      rows: [{ ...archiveRow, state: 'writing', plan }],
      files: {
        [archivePlanKey({ eventId: event.id, id: archiveId }, plan.planId)]: gzipSync('[]'),
        [archiveKey({ eventId: event.id, id: archiveId })]: new Uint8Array(totalBytes),
      },
      kept: 'GetObject',
    },
  ],
  'roll-up-votes': [
    {
      event: message({
        eventId: event.id,
        items: [
          { mediaId: media.id, voters: [] },
          { mediaId: idOf('med', 99), voters: [`user:${user.id}`] },
        ],
      }),
      rows: [
        { ...keys.voteCount(media.id, 0), votes: 1 },
        { ...keys.voteCount(idOf('med', 99), 0), votes: 1 },
      ],
    },
  ],
  // What ends without anything to publish, because nobody answers where it would be published.
  'publish-live-updates': [
    {
      event: message({
        kind: 'changed',
        eventId: event.id,
        items: [fresh.id],
        votes: [idOf('med', 99)],
        gone: [media.id],
      }),
      rows: [mediaRow(fresh)],
    },
    {
      event: message({ kind: 'move', eventId: event.id, at: NOW.toISOString(), pauseSeconds: 25 }),
      rows: [{ ...keys.liveUpdates(event.id), epoch: 1, movedAt: NOW.toISOString() }],
    },
  ],
  'authorize-listener': [
    {
      event: {
        authorizationToken: 'ticket',
        requestContext: { operation: 'EVENT_SUBSCRIBE', channel: channelOf({ eventId: event.id, epoch: 0 }) },
      },
      rows: [
        {
          ...keys.liveTicket(createHash('sha256').update('ticket').digest('hex')),
          eventId: event.id,
          epoch: 0,
          expiresAtSeconds: NOW.getTime() / 1000 + 60,
        },
      ],
    },
  ],
  'check-arrivals': [
    // Too large a file of an upload that is not saved yet, and one that arrived again after its save.
    {
      event: delivery(createdMessage(incomingKey(arrived.id))),
      rows: [{ ...keys.upload(arrived.id), ...arrived }],
      files: { [incomingKey(arrived.id)]: { length: MAX_FILE_BYTES + 1 } as Uint8Array },
    },
    {
      event: delivery(createdMessage(incomingKey(savedUpload.id))),
      rows: [{ ...keys.upload(savedUpload.id), ...savedUpload }],
      files: { [incomingKey(savedUpload.id)]: picture },
    },
  ],
  'dispatch-changes': [{ event: changes }],
  'repair-media': [{ event: { olderThanSeconds: 900 }, rows: [mediaRow(fresh)] }],
  'find-rested-events': [
    {
      event: { restSeconds: 0 },
      rows: [eventRow(event, { gsi5pk: AWAITED_RESTS, gsi5sk: NOW.toISOString() })],
    },
  ],
  'remove-unsaved-uploads': [
    {
      event: {},
      rows: [{ ...keys.upload(arrived.id), ...arrived }],
      files: { [incomingKey(arrived.id)]: picture },
    },
  ],
  'reconcile-payments': [
    {
      event: {},
      rows: [
        paymentItem({ ...payment, status: 'pending', createdAt: '2026-06-28T18:00:00.000Z', payer: null }),
      ],
    },
  ],
};
