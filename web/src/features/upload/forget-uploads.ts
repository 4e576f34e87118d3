import type { QueryClient } from '@tanstack/react-query';
import { noteLeftForGood } from './left-for-good.ts';
import { loadUploads } from './use-uploads.ts';

/**
 * Forgets what somebody who leaves for good has chosen and not sent, in all tabs, and what this browser has sent.
 * @param uploader as jobs name people
 * @throws where the queue's code cannot be loaded: it forgets as soon as it is
 */
export async function forgetUploadsOf(uploader: string, client: QueryClient): Promise<void> {
  noteLeftForGood(uploader);
  const { forget } = await loadUploads(client);
  await forget(uploader);
}
