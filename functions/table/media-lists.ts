import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { PersonKey } from '../domain/caller.ts';
import { type MediaOrder, mergePage, type ListPosition, positionIn } from '../domain/media-cursor.ts';
import type { MediaRecord } from '../domain/records.ts';
import type { ListScope } from '../domain/visibility.ts';
import { RANK_PER_VOTE } from '../domain/vote-rank.ts';
import type { Row } from './dynamo.ts';
import { mediaByUploader, mediaInStatus, sortPosition, unfinishedShards } from './index-keys.ts';
import { parseMedia } from './media-row.ts';
import { queryRows } from './query-rows.ts';
import { createSharedReads } from './shared-reads.ts';

type PageRequest = {
  readonly eventId: string;
  readonly scopes: readonly ListScope[];
  /** Whose items a scope of `ownOnly` holds. */
  readonly viewer: PersonKey | undefined;
  readonly order: MediaOrder;
  readonly after: ListPosition | undefined;
  readonly limit: number;
  /**
   * For those who look on: approved items may be what somebody else was just answered, if as many had been removed by then.
   * Without it everything is read.
   */
  readonly shared?: { readonly removals: number; readonly changes: number; readonly now: Date };
};

/** In memory a page of 200 items takes about half a megabyte. */
const PAGES_KEPT = 50;
const approvedPages = /* @__PURE__ */ createSharedReads<MediaRecord[]>(PAGES_KEPT);

/** A page of an event's items in one order: one query per scope, however large the event is. */
export async function listMediaPage(
  request: PageRequest,
): Promise<{ items: MediaRecord[]; next: ListPosition | undefined }> {
  const lists = await Promise.all(request.scopes.map((scope) => listScope(request, scope)));
  return mergePage(lists, { ...request.order, limit: request.limit });
}

// One more than fits on the page tells whether there are more.
async function listScope(request: PageRequest, scope: ListScope): Promise<MediaRecord[]> {
  if (!scope.ownOnly) {
    const query = statusQuery(request, scope.status);
    const ask = () => queryMedia(query, request.limit + 1);
    if (!request.shared || scope.status !== 'approved') return ask();
    const { removals, changes, now } = request.shared;
    return approvedPages({ key: keyOf(query, request.limit), version: removals, changes, now }, ask);
  }
  return request.viewer ? listOwn(request, { person: request.viewer, status: scope.status }) : [];
}

type IndexQuery = {
  index: string;
  partition: string;
  ascending: boolean;
  /** The sort key must be past this, in the query's direction. */
  after?: string | bigint | undefined;
  /** The sort key must be at least this. */
  from?: bigint | string;
};

const keyOf = (query: IndexQuery, limit: number): string =>
  [query.partition, query.index, query.ascending, query.after ?? '', limit].join(' ');

function statusQuery({ eventId, order, after }: PageRequest, status: MediaStatus): IndexQuery {
  const partition = mediaInStatus(eventId, status);
  const common = { partition, ascending: order.ascending };
  switch (order.sortBy) {
    case 'uploadedAt':
      return { ...common, index: 'gsi1', after: after && sortPosition(after.value, after.id) };
    case 'capturedAt':
      return { ...common, index: 'gsi3', after: after && sortPosition(after.value, after.id) };
    case 'votes':
      return { ...common, index: 'gsi2', after: after && rankFrom(after, order), from: RANK_PER_VOTE };
  }
}

/**
 * A cursor's rank, raised to that of one vote: items without votes are not in this list, so no page hands out
 * a lower one.
 */
function rankFrom({ value }: ListPosition, { ascending }: MediaOrder): bigint {
  const [rank, end] = [BigInt(value), ascending ? RANK_PER_VOTE - 1n : RANK_PER_VOTE + 1n];
  return rank > end ? rank : end;
}

/**
 * A person's own items of a status. By upload time the index has them in order. By capture time all are read
 * and `mergePage` sorts them: they are limited by what one person may upload, not by the event. Pending items
 * have no votes.
 */
async function listOwn(
  request: PageRequest,
  own: { person: PersonKey; status: MediaStatus },
): Promise<MediaRecord[]> {
  if (request.order.sortBy === 'votes') return [];
  const prefix = `${own.status}#`;
  const partition = mediaByUploader(request.eventId, own.person);
  if (request.order.sortBy === 'uploadedAt') {
    const after = request.after && prefix + sortPosition(request.after.value, request.after.id);
    const found = await queryMedia(
      {
        index: 'gsi4',
        partition,
        ascending: request.order.ascending,
        after: after ?? (request.order.ascending ? prefix : `${prefix}~`),
      },
      request.limit + 1,
    );
    return found.filter((media) => media.status === own.status);
  }
  const all = await queryMedia({ index: 'gsi4', partition, ascending: true, after: prefix });
  return all.filter((media) => media.status === own.status && isAfter(request, media));
}

function isAfter({ order, after }: PageRequest, media: MediaRecord): boolean {
  if (!after) return true;
  const own = positionIn(order, media);
  const [here, there] = [sortPosition(own.value, own.id), sortPosition(after.value, after.id)];
  return order.ascending ? here > there : here < there;
}

async function queryMedia(query: IndexQuery, limit?: number): Promise<MediaRecord[]> {
  const rows = await queryRows(
    { ...expressionOf(query), IndexName: query.index, ScanIndexForward: query.ascending },
    limit,
  );
  return rows.map(parseMedia);
}

/** The key condition. A descending query with a lower bound needs BETWEEN, whose bounds are inclusive. */
function expressionOf({ index, partition, ascending, after, from }: IndexQuery) {
  const [pk, sk] = [`${index}pk`, `${index}sk`];
  const values: Row = { ':pk': partition };
  if (typeof after === 'bigint' && from !== undefined && !ascending) {
    // Ranks are whole numbers, so "below this one" is "up to one less".
    return {
      KeyConditionExpression: `${pk} = :pk AND ${sk} BETWEEN :from AND :to`,
      ExpressionAttributeValues: { ...values, ':from': from, ':to': after - 1n },
    };
  }
  if (after !== undefined) {
    return {
      KeyConditionExpression: `${pk} = :pk AND ${sk} ${ascending ? '>' : '<'} :after`,
      ExpressionAttributeValues: { ...values, ':after': after },
    };
  }
  if (from !== undefined) {
    return {
      KeyConditionExpression: `${pk} = :pk AND ${sk} >= :from`,
      ExpressionAttributeValues: { ...values, ':from': from },
    };
  }
  return { KeyConditionExpression: `${pk} = :pk`, ExpressionAttributeValues: values };
}

/** The first items of one status by upload time, at most `limit`. */
export async function listByStatus(
  eventId: string,
  request: { status: MediaStatus; limit: number },
): Promise<MediaRecord[]> {
  return queryMedia(
    { index: 'gsi1', partition: mediaInStatus(eventId, request.status), ascending: true },
    request.limit,
  );
}

/** All of a person's items in an event. */
export async function listMediaByUploader(eventId: string, person: PersonKey): Promise<MediaRecord[]> {
  return queryMedia({ index: 'gsi4', partition: mediaByUploader(eventId, person), ascending: true });
}

/**
 * Items whose renditions are still not made, the oldest first.
 * @param before only those saved before this instant, or postponed to one before it
 */
export async function listUnfinished(before: Date, limit: number): Promise<MediaRecord[]> {
  const lists = await Promise.all(
    unfinishedShards.map((partition) =>
      queryRows(
        {
          IndexName: 'gsi5',
          KeyConditionExpression: 'gsi5pk = :pk AND gsi5sk < :before',
          ExpressionAttributeValues: { ':pk': partition, ':before': before.toISOString() },
        },
        limit,
      ),
    ),
  );
  return lists
    .flat()
    .map(parseMedia)
    .sort((a, b) => (a.uploadedAt < b.uploadedAt ? -1 : 1))
    .slice(0, limit);
}
