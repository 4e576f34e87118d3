import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { paymentStatus } from '../../shared/contract/payments.ts';
import type { Change, Departure, MediaChange, VoteChange } from '../domain/changes.ts';
import { accessLostBy, isNarrower } from '../domain/access-loss.ts';
import { exactNumber } from '../aws/clients.ts';
import type { Row } from './dynamo.ts';
import { parseEvent } from './event-row.ts';
import { type Key, kindOfRow, nameIn, voteOfKey } from './keys.ts';
import { parseMedia } from './media-row.ts';
import { parseMembership } from './membership-row.ts';
import { departureOf } from './person-row.ts';

/** A row before and after it was written. */
type Images = { readonly before: Row | undefined; readonly after: Row | undefined };

/**
 * The changes that a record of the table's stream tells of; none if nothing follows from it. Nothing else
 * reads the stream's images.
 * @throws Error for a row that its store could not parse either
 */
export function changesIn({ dynamodb }: DynamoDBRecord): Change[] {
  const key = { pk: '', sk: '', ...rowOf(dynamodb?.Keys) };
  const images = { before: rowOf(dynamodb?.OldImage), after: rowOf(dynamodb?.NewImage) };
  const isNew = images.before === undefined && images.after !== undefined;
  switch (kindOfRow(key)) {
    case 'EVENT':
      return eventChanges(key, images);
    case 'PERSON':
      return membershipChanges(key, images);
    case 'MEDIA':
      return mediaChanges(images);
    case 'VOTE':
      return voteChanges(key, images);
    case 'ZIP':
      return isNew ? [archiveRequest(images.after)] : [];
    case 'GUEST':
      return [
        ...(isNew ? [{ kind: 'guest-created', guestId: nameIn(key.pk) } as const] : []),
        ...departures(images),
      ];
    case 'USER':
      return departures(images);
    case 'PAYMENT':
      return isPaid(images.after) && !isPaid(images.before)
        ? [{ kind: 'payment-succeeded', paymentId: nameIn(key.sk) }]
        : [];
    default:
      return [];
  }
}

/** The cast holds because the types of Lambda and of the SDK describe the same notation. */
function rowOf(image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Row | undefined {
  return image && unmarshall(image as Parameters<typeof unmarshall>[0], { wrapNumbers: exactNumber });
}

function eventChanges(key: Key, { before, after }: Images): Change[] {
  const eventId = nameIn(key.pk);
  const [was, is] = [before && parseEvent(before), after && parseEvent(after)];
  const isCreated = after && !before;
  const isDeleted = after && !is && (!before || was);
  return [
    ...(isCreated ? [{ kind: 'event-created', eventId } as const] : []),
    ...(isDeleted ? [{ kind: 'event-deletion-began', eventId } as const] : []),
    ...(was && (!is || isNarrower(was, is))
      ? [{ kind: 'access-lost', eventId, byOwnWish: false } as const]
      : []),
  ];
}

function membershipChanges(key: Key, { before, after }: Images): Change[] {
  const [was, is] = [before && parseMembership(before), after && parseMembership(after)];
  const lostBy = was && accessLostBy(was, is);
  return lostBy ? [{ kind: 'access-lost', eventId: nameIn(key.pk), byOwnWish: lostBy === 'themselves' }] : [];
}

function mediaChanges(images: Images): MediaChange[] {
  const [before, after] = [
    images.before && parseMedia(images.before),
    images.after && parseMedia(images.after),
  ];
  if (before && after) return [{ kind: 'media-changed', before, after }];
  if (after) return [{ kind: 'media-created', after }];
  return before ? [{ kind: 'media-deleted', before }] : [];
}

/** Of the key alone: a vote never changes. */
function voteChanges(key: Key, { before, after }: Images): VoteChange[] {
  if (before && after) return [];
  return [{ kind: after ? 'vote-cast' : 'vote-withdrawn', ...voteOfKey(key) }];
}

const archiveRow = z.object({ id: z.string(), eventId: z.string() });

function archiveRequest(row: Row | undefined): Change {
  const { id: archiveId, eventId } = archiveRow.parse(row);
  return { kind: 'archive-requested', eventId, archiveId };
}

/** A departure that this change began; later changes of the row do not begin it again. */
function departures({ before, after }: Images): Departure[] {
  const [was, is] = [before && departureOf(before), after && departureOf(after)];
  if (!is) return [];
  const hadBegun =
    is.kind === 'person-left'
      ? was?.kind === 'person-left'
      : was?.kind === 'guest-claimed' && was.userId === is.userId;
  return hadBegun ? [] : [is];
}

const paymentRow = z.object({ status: paymentStatus });

const isPaid = (row: Row | undefined): boolean =>
  row !== undefined && paymentRow.parse(row).status === 'succeeded';
