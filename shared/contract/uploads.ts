import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { eventId, objectPath, optionalGuestCredentials } from './ids.ts';
import { credential, word } from './text.ts';

/** What is given is signed into the URL, so that the store itself refuses anything else. */
const uploadWish = {
  contentType: z.optional(word(100)),
  fileSize: z.optional(z.int().check(z.minimum(0))),
  /**
   * The URL takes one file only, and its PUT must carry `If-None-Match: *`: repeating a PUT whose answer was lost is
   * then safe, for 412 says that the file is there.
   */
  once: z.optional(z.boolean()),
  /** The path of an unsaved upload of the caller that this one takes the place of, as when its URL was refused. */
  replaces: z.optional(objectPath),
};
const uploadParameters = z.object({ url: z.string(), objectPath: z.string() });

export const issueUpload = defineEndpoint({
  id: 'issue-upload',
  method: 'POST',
  path: '/api/objects/upload',
  summary: 'A signed URL to PUT one file to, for a signed-in person.',
  audience: 'user',
  body: z.object({ eventId: z.optional(eventId), ...uploadWish }),
  replies: { 201: uploadParameters },
});

export const issueGuestUpload = defineEndpoint({
  id: 'issue-guest-upload',
  method: 'POST',
  path: '/api/objects/upload/guest',
  summary: 'A signed URL to PUT one file to, for a guest of an event.',
  audience: 'guest',
  body: z.object({ guestId: credential, token: credential, eventId, ...uploadWish }),
  replies: { 201: uploadParameters },
});

export const publishObject = defineEndpoint({
  id: 'publish-object',
  method: 'POST',
  path: '/api/objects/public',
  summary: 'Accepted from the uploader; never overrides moderation.',
  audience: 'person',
  body: z.object({
    objectPath,
    ...optionalGuestCredentials.shape,
  }),
  replies: { 200: z.object({ objectPath: z.string() }) },
});
