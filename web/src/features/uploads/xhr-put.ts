import type { UploadCalls } from './queue/upload-steps.ts';
import { StepFailure, UNREADABLE } from './queue/classify-response.ts';

/** The object store's error for a body that arrives too slowly. Worth retrying, unlike other 400s. */
const TOO_SLOW = '<Code>RequestTimeout</Code>';

/**
 * PUTs a file to a signed URL. Uses XMLHttpRequest, because fetch does not report upload progress.
 * @returns the HTTP status
 * @throws TypeError without a response; StepFailure if the local file can no longer be read
 */
export const putFile: UploadCalls<unknown>['put'] = async (request) => {
  try {
    return await send(request);
  } catch (error) {
    // A file that was moved or deleted looks like a network failure and would be retried for ever.
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
    const fail = () => reject(new TypeError('The upload broke off.'));
    const abort = () => request.abort();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', mimeType);
    if (signedHeaders(url).includes('if-none-match')) request.setRequestHeader('If-None-Match', '*');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const isTooSlow = request.status === 400 && request.responseText.includes(TOO_SLOW);
      resolve(isTooSlow ? 408 : request.status);
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    if (signal.aborted) fail();
    else request.send(blob);
  });
}

/** The headers that are part of a presigned URL's signature and must be sent. Source: AWS Signature V4. */
function signedHeaders(url: string): string[] {
  return (new URL(url, location.href).searchParams.get('X-Amz-SignedHeaders') ?? '').split(';');
}
