import type { MediaStatus, MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { compareMedia, isListedBy } from '../../../shared/rules/sort-media.ts';
import { TIMELINE_LIMIT } from '../../../shared/rules/timeline.ts';
import type { MediaList } from '../lib/query-keys.ts';
import { uploaderIdOf } from '../lib/uploader.ts';
import type { PatchedQuery } from './patch-queries.ts';
import { itemsOf, type MediaPage, type MediaPages } from './media-pages.ts';
import { insertItem, mapItems, placeItem } from './merge-pages.ts';

/** What a change makes of an item; null if it is gone. Returns the same item if it is not concerned. */
export type ItemUpdate = (item: MediaView) => MediaView | null;

export type ItemPatch = {
  readonly update: ItemUpdate;
  /** Changed items, for lists that should have them and do not. */
  readonly inserted?: readonly MediaView[];
  /** Whether a gallery on the screen may insert them, which moves what is below. */
  readonly mayMove?: boolean;
};

/** Applies a change of an item to the data of a list, whatever it is a list of. */
export function patchList(data: unknown, patch: ItemPatch, query: PatchedQuery): unknown {
  const [, , , list, part, by] = query.queryKey;
  switch (list as MediaList) {
    case 'gallery':
      return patchGallery(data as MediaPages, patch, { ...query, sortBy: part as SortBy });
    case 'by status':
      return patchByStatus(data as MediaPages, patch, { status: part as MediaStatus, by: by as string });
    case 'of a person':
      return patchContributions(data as MediaPages, patch, part as string);
    case 'poll':
      return patchPoll(data as { fresh: MediaPage | null }, patch);
    case 'timeline':
      return patchTimeline(data as MediaView[], patch);
    case 'highlights':
      return updateAll(data as MediaView[], onlyIf(isApproved, patch.update));
    case 'item':
      return patch.update(data as MediaView) ?? undefined;
  }
}

const isApproved = ({ status }: MediaView) => status === 'approved';
/** Rejected items are in no gallery, not even their owner's. */
const isInGallery = ({ status }: MediaView) => status !== 'rejected';

/** As `update`, and removes what the list does not hold. */
const onlyIf =
  (isListed: (item: MediaView) => boolean, update: ItemUpdate): ItemUpdate =>
  (item) => {
    const updated = update(item);
    return updated && isListed(updated) ? updated : null;
  };

function updateAll(items: MediaView[], update: ItemUpdate): MediaView[] {
  const updated = items.flatMap((item) => update(item) ?? []);
  const isSame = updated.length === items.length && updated.every((item, index) => item === items[index]);
  return isSame ? items : updated;
}

function patchGallery(
  data: MediaPages,
  { update, inserted = [], mayMove = true }: ItemPatch,
  { sortBy, isAnswer, isActive }: PatchedQuery & { sortBy: SortBy },
): MediaPages {
  // What is on the screen stays where it is, even if it has lost its votes; an answer is put in order.
  const isListed = (item: MediaView) => isInGallery(item) && (!isAnswer || isListedBy(sortBy, item));
  const updated = mapItems(data, onlyIf(isListed, update));
  if (isActive && !isAnswer && !mayMove) return updated;
  const insert = isAnswer && sortBy === 'votes' ? placeItem : insertItem;
  return inserted.filter(isInGallery).reduce((list, item) => insert(list, item, sortBy), updated);
}

type RankedItem = {
  readonly id: string;
  /** What is inserted where the ranking should have it and does not. */
  readonly missing: () => MediaView | undefined;
};

/** Puts an item whose votes have changed at its place in the order by votes. What is on the screen stays where it is. */
export function rankItem(
  data: MediaPages,
  { id, missing }: RankedItem,
  { isAnswer, isActive }: PatchedQuery,
): MediaPages {
  if (isActive && !isAnswer) return data;
  const item = itemsOf(data.pages).find((listed) => listed.id === id) ?? missing();
  if (!item || !isInGallery(item)) return data;
  return (isAnswer ? placeItem : insertItem)(data, item, 'votes');
}

function patchByStatus(
  data: MediaPages,
  { update, inserted = [] }: ItemPatch,
  { status, by }: { status: MediaStatus; by: string },
): MediaPages {
  const isListed = (item: MediaView) =>
    item.status === status && (by === 'everybody' || uploaderIdOf(item) === by);
  const updated = mapItems(data, onlyIf(isListed, update));
  return inserted.filter(isListed).reduce((list, item) => insertItem(list, item, 'uploadedAt'), updated);
}

/** One person's items stay listed in every status. */
function patchContributions(
  data: MediaPages,
  { update, inserted = [] }: ItemPatch,
  person: string,
): MediaPages {
  const updated = mapItems(data, update);
  return inserted
    .filter((item) => (person === 'mine' ? item.isOwn : uploaderIdOf(item) === person))
    .reduce((list, item) => insertItem(list, item, 'uploadedAt'), updated);
}

function patchPoll<D extends { fresh: MediaPage | null }>(data: D, { update }: ItemPatch): D {
  if (!data.fresh) return data;
  const items = updateAll(data.fresh.items, onlyIf(isInGallery, update));
  return items === data.fresh.items ? data : { ...data, fresh: { ...data.fresh, items } };
}

function patchTimeline(items: MediaView[], { update, inserted = [] }: ItemPatch): MediaView[] {
  const updated = updateAll(items, onlyIf(isApproved, update));
  const ids = new Set(updated.map(({ id }) => id));
  const missing = inserted.filter((item) => isApproved(item) && !ids.has(item.id));
  if (missing.length === 0) return updated;
  const compare = compareMedia('uploadedAt');
  return [...updated, ...missing].toSorted((a, b) => compare(b, a)).slice(0, TIMELINE_LIMIT);
}

/** All items in a list's data. */
export function itemsIn(data: unknown, list: MediaList): MediaView[] {
  switch (list) {
    case 'gallery':
    case 'by status':
    case 'of a person':
      return itemsOf((data as MediaPages).pages);
    case 'poll':
      return (data as { fresh: MediaPage | null }).fresh?.items ?? [];
    case 'timeline':
    case 'highlights':
      return data as MediaView[];
    case 'item':
      return [data as MediaView];
  }
}
