import { createHmac } from 'node:crypto';
import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord } from '../domain/records.ts';

// Everybody hears the same messages. By its tag, an item tells its uploader, and nobody else, whose it is: tags of one
// person's items have nothing in common that others could see, and ids of people alone make no tag.

const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** What lets a person recognise their own items in an event; of nobody else's any use. */
export const ownKeyOf = (tagSecret: string, person: PersonKey): string => keyedHash(tagSecret, person);

/** 96 bits. */
const TAG_LENGTH = 16;

/** By what an item's uploader recognises it: HMAC-SHA256 of its id under their key. */
export const uploaderTagOf = (tagSecret: string, { id, uploader }: MediaRecord): string =>
  keyedHash(ownKeyOf(tagSecret, uploader), id).slice(0, TAG_LENGTH);
