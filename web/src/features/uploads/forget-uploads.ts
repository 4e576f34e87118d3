import type { QueryClient } from '@tanstack/react-query';
import { markDeparted } from './departed-users.ts';
import { loadUploadEngine } from './use-uploads.ts';

/**
 * Deletes a person's unsent files in all tabs, and this browser's record of sent files, after their account was deleted.
 * @param uploader `user:<id>` or `guest:<id>`
 * @throws if the queue fails to load; the deletion then happens once it loads
 */
export async function forgetUploads(uploader: string, client: QueryClient): Promise<void> {
  markDeparted(uploader);
  const { forget } = await loadUploadEngine(client);
  await forget(uploader);
}
