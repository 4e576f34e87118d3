/** A file that is larger than it may be. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

type FetchOptions = {
  signal: AbortSignal;
  maxBytes: number;
  /** @param share from 0 to 1; undefined while the size is not known */
  onProgress?: (share: number | undefined) => void;
};

/**
 * Fetches a download into memory, named and typed as the server says.
 * @throws FileTooLarge as soon as it is known to have more than `maxBytes`; TypeError if the network failed; Error if
 *   the server refused; DOMException if the signal is aborted
 */
export async function fetchFile(href: string, options: FetchOptions): Promise<File> {
  const { signal, maxBytes, onProgress } = options;
  const response = await fetch(href, { signal });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${href.split('?')[0]}`);
  const { headers } = response;
  const size = Number(headers.get('content-length')) || undefined;
  if (size !== undefined && size > maxBytes) {
    await response.body.cancel();
    throw new FileTooLarge();
  }
  let received = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length;
      if (received > maxBytes) return controller.error(new FileTooLarge());
      onProgress?.(size && Math.min(1, received / size));
      controller.enqueue(chunk);
    },
  });
  // The browser collects the bytes: in pieces of our own they would be there twice.
  const blob = await new Response(response.body.pipeThrough(counter)).blob();
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  return new File([blob], fileNameOf(headers.get('content-disposition')), { type });
}

/** The name in `filename*` (RFC 8187), which our downloads always have. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  try {
    return decodeURIComponent(encoded ?? '') || 'download';
  } catch {
    return 'download';
  }
}
