import * as z from 'zod/mini';
import { credential } from './text.ts';

// 16 random bytes in lower-case base32 without padding are 26 characters.
const id = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[a-z2-7]{26}$`)));

export const eventId = id('evt');
export const mediaId = id('med');
export const archiveId = id('arc');
export const guestId = id('gst');

/** A user's id is the identity provider's `sub`. */
export const userId = z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/));

/** Object paths carry an upload's id and nothing else: neither file name nor uploader. */
export const objectPath = z.string().check(z.regex(/^\/objects\/uploads\/upl_[a-z2-7]{26}$/));

/** 32 random bytes in base64url, as guests hold them; never stored in clear. */
export const guestToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** Guest credentials in queries and bodies of calls that users can make as well. */
export const optionalGuestCredentials = z.object({
  guestId: z.optional(credential),
  token: z.optional(credential),
});
