import type { MediaView } from '../../shared/contract/entities.ts';
import { type Caller, keyOfCaller } from '../domain/caller.ts';
import { uploaderNames } from './uploader-names.ts';
import { mediaViewOf } from './views.ts';
import type { MediaContext } from '../table/event-context.ts';
import { hasVoted } from '../table/votes.ts';
import { renditionUrls } from '../storage/rendition-urls.ts';

/** One item as the API returns it, with URLs that work for the caller. */
export async function itemViewFor(
  context: Pick<MediaContext, 'media' | 'access' | 'event'>,
  caller: Caller,
  now: Date,
): Promise<MediaView> {
  const { media, access } = context;
  const voter = keyOfCaller(caller);
  const [urlOf, nameOf, voted] = await Promise.all([
    renditionUrls(media, now),
    uploaderNames([media], caller, { ...context, now }),
    voter && media.voteCount > 0 ? hasVoted({ media, voter }) : false,
  ]);
  return mediaViewOf(media, { caller, access, hasVoted: voted, uploaderName: nameOf(media), urlOf });
}
