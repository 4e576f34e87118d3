import type { PersonKey } from '../domain/caller.ts';
import { contentsChange } from '../domain/moderation.ts';
import type { ContentVersions, MediaRecord, Membership } from '../domain/records.ts';
import { getRows } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { parseMembership } from '../table/membership-row.ts';
import { COUNTED, type RemovalTerms } from '../table/own-removals.ts';
import { PHOTO_SIZES } from '../../shared/values/photo-sizes.ts';
import { archiveKind, galleryVersionFor, mayBeGiven } from './archive.ts';
import { OUTDATED_BY_ONE, SET_ASIDE_MS } from './archive-pauses.ts';
import { getLastArchive } from './archive-store.ts';

/**
 * A person who deletes their own items one after another would make every ZIP start over. So the ZIPs that each person
 * makes outdated are counted. Once somebody reaches the limit, the rest of their items are set aside: no ZIP includes them until
 * the next day, so deleting them makes no ZIP outdated.
 */

/** Longer than any call takes, differences of clocks included: after that, every removal has been counted. */
const MARGIN_MS = 5 * 60_000;

type OwnItem = {
  readonly media: MediaRecord;
  readonly membership: Membership | undefined;
  /** As they were read with the membership. */
  readonly contents: ContentVersions;
};

/** What follows when somebody other than the event's owner deletes one of their own items. */
export async function removalTermsOf(item: OwnItem, now: Date): Promise<RemovalTerms> {
  const { membership } = item;
  if (!membership) return COUNTED;
  const { setAsideUntil } = membership;
  if (setAsideUntil !== undefined && Date.parse(setAsideUntil) > now.getTime())
    return { kind: 'set-aside', until: setAsideUntil };
  const zips = await outdatedZips(item, now);
  return zips.length > 0 ? noted(membership, zips, now) : COUNTED;
}

/** The ZIPs, as `kind#id`, that people may have or be waiting for and that deleting this item makes outdated. */
async function outdatedZips({ media, contents }: OwnItem, now: Date): Promise<string[]> {
  const removal = { openRemovals: 0, heldRemovals: 0, ...contentsChange(media, undefined) };
  const concerned = (['everyone', 'owner'] as const).filter(
    (viewer) => galleryVersionFor(viewer, { openChanges: 0, heldChanges: 0, ...removal }).removals > 0,
  );
  const kinds = concerned.flatMap((viewer) => PHOTO_SIZES.map((size) => archiveKind(viewer, size)));
  const names = kinds.map(async (kind) => {
    const last = await getLastArchive(media.eventId, kind);
    return last?.archive && mayBeGiven(last.archive, contents, now) ? [`${kind}#${last.id}`] : [];
  });
  return (await Promise.all(names)).flat();
}

function noted(membership: Membership, zips: readonly string[], now: Date): RemovalTerms {
  const { outdatedZips: before, outdatedSince } = membership;
  const isSameDay = outdatedSince !== undefined && now.getTime() - Date.parse(outdatedSince) < SET_ASIDE_MS;
  const all = new Set([...(isSameDay ? (before ?? []) : []), ...zips]);
  const ofKind = Map.groupBy(all, (zip) => zip.split('#', 1)[0]);
  const isEnough = [...ofKind.values()].some((of) => of.length >= OUTDATED_BY_ONE);
  return {
    kind: 'outdates',
    zips: new Set(zips),
    since: isSameDay ? undefined : now.toISOString(),
    until: isEnough ? new Date(now.getTime() + SET_ASIDE_MS).toISOString() : undefined,
  };
}

/**
 * Whose items of these are set aside. Asked after the version of the gallery was read: whoever is set aside later has
 * outdated that version.
 * @param now before that
 * @param options.consistent false where it only has to be about right
 */
export async function setAsideUploaders(
  items: readonly MediaRecord[],
  now: Date,
  { consistent = true } = {},
): Promise<Set<PersonKey>> {
  const memberships = new Map(
    items.map(({ eventId, uploader }) => [uploader, keys.membership(eventId, uploader)]),
  );
  const rows = await getRows([...memberships.values()], { consistent });
  const isSetAside = ({ setAsideUntil }: Membership): boolean =>
    setAsideUntil !== undefined && Date.parse(setAsideUntil) + MARGIN_MS > now.getTime();
  return new Set(
    rows
      .map(parseMembership)
      .filter(isSetAside)
      .map(({ person }) => person),
  );
}
