import type { QueryClient } from '@tanstack/react-query';
import { markDeparted } from './departed-users.ts';
import { loadUploadEngine } from './use-uploads.ts';

/**
 * Forgets what somebody who leaves for good has chosen and not sent, in all tabs, and what this browser has sent.
 * @param uploader as jobs name people
 * @throws where the queue's code cannot be loaded: it forgets as soon as it is
 */
export async function forgetUploads(uploader: string, client: QueryClient): Promise<void> {
  markDeparted(uploader);
  const { forget } = await loadUploadEngine(client);
  await forget(uploader);
}
