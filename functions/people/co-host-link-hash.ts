import type { EventRecord } from '../domain/records.ts';
import { hashToken } from '../sign-in/session-cookie.ts';

/** By what a link for a co-host is kept: its code, which nobody else knows, and whose event it was when it was made. */
export const coHostLinkHash = ({ createdBy }: Pick<EventRecord, 'createdBy'>, code: string): string =>
  hashToken(`${createdBy} ${code}`);
