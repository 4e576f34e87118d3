import type { MediaCountsChange } from '../domain/moderation.ts';
import type { ContentVersions, MediaRecord } from '../domain/records.ts';
import { type UploaderChange, uploaderUpdate } from './counts.ts';
import type { TransactItem } from './dynamo.ts';

/**
 * On which terms an item is removed, for the ZIPs of its gallery. `counted`: as a removal, which outdates every ZIP
 * that was planned before it. `outdates`: the same, and it is noted of its uploader which ZIPs that were; with `until`
 * their other items are set aside from then on. `set-aside`: the item is in no ZIP, because its uploader's are not.
 */
export type RemovalTerms =
  | { readonly kind: 'counted' }
  | {
      readonly kind: 'outdates';
      readonly zips: ReadonlySet<string>;
      /** If these are the first of a new day. */
      readonly since?: string | undefined;
      readonly until?: string | undefined;
    }
  | { readonly kind: 'set-aside'; readonly until: string };

export const COUNTED: RemovalTerms = { kind: 'counted' };

/** What a removal adds to the event's counts. One that no ZIP holds is a change, and no removal. */
export function withoutRemovals(
  change: MediaCountsChange & Partial<ContentVersions>,
  { kind }: RemovalTerms,
): MediaCountsChange & Partial<ContentVersions> {
  if (kind !== 'set-aside') return change;
  const { openRemovals: _, heldRemovals: __, ...rest } = change;
  return rest;
}

/**
 * Takes an item off its uploader's counts, on these terms. Setting aside is written with the removal that outdates all
 * ZIPs of before; and what is set aside fails unless it still is, so that no ZIP holds what is not counted.
 */
export function removalUpdate(
  media: Pick<MediaRecord, 'eventId' | 'uploader'>,
  change: UploaderChange,
  terms: RemovalTerms,
): TransactItem {
  const item = uploaderUpdate(media, change);
  if (terms.kind === 'counted' || !item.Update) return item;
  const { UpdateExpression, ConditionExpression, ExpressionAttributeValues } = item.Update;
  if (terms.kind === 'set-aside') {
    return {
      Update: {
        ...item.Update,
        ConditionExpression: `${ConditionExpression} AND setAsideUntil = :until`,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':until': terms.until },
      },
    };
  }
  const { zips, since, until } = terms;
  const sets = [
    since !== undefined && 'outdatedZips = :zips, outdatedSince = :since',
    until !== undefined && 'setAsideUntil = :until',
  ].filter(Boolean);
  return {
    Update: {
      ...item.Update,
      UpdateExpression: [
        since === undefined ? `${UpdateExpression}, outdatedZips :zips` : UpdateExpression,
        ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ].join(' '),
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':zips': zips,
        ...(since !== undefined && { ':since': since }),
        ...(until !== undefined && { ':until': until }),
      },
    },
  };
}

/** Adds an item that its uploader takes over. From then on a ZIP may hold it, so nothing of theirs is set aside. */
export function takeoverUpdate(
  media: Pick<MediaRecord, 'eventId' | 'uploader'>,
  change: UploaderChange,
): TransactItem {
  const { Update } = uploaderUpdate(media, change);
  if (!Update) throw new Error('Not an update.');
  return { Update: { ...Update, UpdateExpression: `${Update.UpdateExpression} REMOVE setAsideUntil` } };
}
