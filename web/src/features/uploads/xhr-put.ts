import type { UploadCalls } from './queue/upload-steps.ts';
import { StepFailure, UNREADABLE } from './queue/classify-response.ts';

/** What the object store answers to a body that came too slowly; worth repeating, unlike other 400s. */
const TOO_SLOW = '<Code>RequestTimeout</Code>';

/**
 * PUTs a file to a signed URL. XMLHttpRequest, because fetch tells nothing of an upload's progress.
 * @returns the status
 * @throws TypeError where nothing was answered; StepFailure where the file itself cannot be read any more.
 */
export const putFile: UploadCalls<unknown>['put'] = async (request) => {
  try {
    return await send(request);
  } catch (error) {
    // A file that was moved or deleted looks like a broken network, and would be tried for ever.
    await request.blob
      .slice(0, 1)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new StepFailure('sending', { ...UNREADABLE, cause });
      });
    throw error;
  }
};

function send({ url, mimeType, blob, onProgress, signal }: Parameters<typeof putFile>[0]): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const broken = () => reject(new TypeError('The upload broke off.'));
    const abort = () => request.abort();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', mimeType);
    if (signedHeaders(url).includes('if-none-match')) request.setRequestHeader('If-None-Match', '*');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const isTooSlow = request.status === 400 && request.responseText.includes(TOO_SLOW);
      resolve(isTooSlow ? 408 : request.status);
    });
    request.addEventListener('error', broken);
    request.addEventListener('abort', broken);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    if (signal.aborted) broken();
    else request.send(blob);
  });
}

/** The headers that a presigned URL was signed with and therefore needs. Source: AWS Signature V4. */
function signedHeaders(url: string): string[] {
  return (new URL(url, location.href).searchParams.get('X-Amz-SignedHeaders') ?? '').split(';');
}
