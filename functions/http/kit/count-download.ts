import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { log } from '../../aws/log.ts';
import { withTimeout } from '../../aws/with-timeout.ts';
import type { EventAccess } from '../../domain/access.ts';
import { type Caller, keyOfCaller } from '../../domain/caller.ts';
import { addDownload, type DownloadKind } from '../../table/download-counts.ts';
import { networkHash } from './rate-limit.ts';

/** So long a download waits for being counted. */
const LONGEST_MS = 1000;

type Download = { readonly eventId: string; readonly kind: DownloadKind; readonly access: EventAccess };
type By = { readonly event: APIGatewayProxyEventV2; readonly caller: Caller; readonly now: Date };

/**
 * Counts a download that is handed out, unless it is the owner's: for the person who proved to be the caller, else for the
 * network. It never fails: a file is worth more than its count. What is not counted is logged.
 */
export async function countDownload(
  { eventId, kind, access }: Download,
  { event, caller, now }: By,
): Promise<void> {
  if (access.role === 'owner') return;
  const downloader = keyOfCaller(caller) ?? { networkHash: networkHash(event) };
  try {
    await withTimeout(LONGEST_MS, addDownload({ eventId, kind }, downloader, now));
  } catch (error) {
    log.warn('a download was not counted', {
      eventId,
      kind,
      error: error instanceof Error ? error : undefined,
    });
  }
}
