import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { openFolder, renditionFolder } from './object-keys.ts';
import { COOKIE_SECONDS, SIGNED_URL_SECONDS } from '../domain/file-lifetimes.ts';
import type { MediaRecord } from '../domain/records.ts';
import { siteUrl } from '../aws/addresses.ts';
import { mediaSigner } from './media-signer.ts';

const policy = (resource: string, expires: Date): string =>
  JSON.stringify({
    Statement: [
      {
        Resource: resource,
        Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(expires.getTime() / 1000) } },
      },
    ],
  });

const inSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Signed cookies that open the renditions of an event's approved items for one hour.
 * @returns `Set-Cookie` values, scoped to that event's folder so that several events can be open side by side
 */
export async function mediaCookies(eventId: string, now: Date): Promise<string[]> {
  const folder = openFolder(eventId);
  const cookies = getSignedCookies({
    ...(await mediaSigner()),
    policy: policy(`${siteUrl()}/${folder}*`, inSeconds(now, COOKIE_SECONDS)),
  });
  return Object.entries(cookies).map(
    ([name, value]) =>
      `${name}=${value}; Path=/${folder}; Max-Age=${COOKIE_SECONDS}; Secure; HttpOnly; SameSite=Lax`,
  );
}

/** Makes the URL of one of an item's files. */
export type FileUrls = (fileName: string) => string;

/** URLs of renditions in the open area, which the event's cookies open: the same for everybody. */
export const openRenditionUrls =
  (media: MediaRecord): FileUrls =>
  (fileName) =>
    `/${renditionFolder(media, 'open')}${fileName}`;

/**
 * URLs of an item's renditions where they are now: plain ones in the open area, which the event's cookies
 * open, and ones signed for 15 minutes in the held area. One signature covers the item.
 */
export async function renditionUrls(media: MediaRecord, now: Date): Promise<FileUrls> {
  if (!media.place) return () => '';
  if (media.place === 'open') return openRenditionUrls(media);
  const path = `/${renditionFolder(media, media.place)}`;
  const query = await signatureFor(path, now);
  return (fileName) => path + fileName + query;
}

/** The query that opens everything below a path, with its question mark. */
async function signatureFor(path: string, now: Date): Promise<string> {
  const site = siteUrl();
  const signed = getSignedUrl({
    url: `${site}${path}*`,
    ...(await mediaSigner()),
    policy: policy(`${site}${path}*`, inSeconds(now, SIGNED_URL_SECONDS)),
  });
  return signed.slice(signed.indexOf('?'));
}
