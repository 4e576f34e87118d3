const DARK = '#1F2937';
const LIGHT = '#FFFFFF';
const MARGIN_MODULES = 2;

/** A QR code as a PNG `data:` URL. Dark on white in both themes, because many phone cameras reject inverted codes. */
export async function qrCodeUrl({ text, sizePx }: { text: string; sizePx: number }): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { width: sizePx, margin: MARGIN_MODULES, color: { dark: DARK, light: LIGHT } });
}

/** Large enough for a printed table card. */
const DOWNLOAD_PX = 1024;

/** What a QR code is saved as: pixels, or a drawing that stays sharp at any size. */
export type QrFormat = 'png' | 'svg';

/** Saves the QR code of a link as a file. */
export async function downloadQrCode(code: { text: string; name: string; format: QrFormat }): Promise<void> {
  const { text, name, format } = code;
  const anchor = document.createElement('a');
  anchor.href = format === 'png' ? await qrCodeUrl({ text, sizePx: DOWNLOAD_PX }) : await qrDrawingUrl(text);
  anchor.download = qrFileName(name, format);
  anchor.click();
}

/** A QR code as an SVG `data:` URL. */
async function qrDrawingUrl(text: string): Promise<string> {
  const { toString } = await import('qrcode');
  const drawing = await toString(text, {
    type: 'svg',
    width: DOWNLOAD_PX,
    margin: MARGIN_MODULES,
    color: { dark: DARK, light: LIGHT },
  });
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** `"anna-und-jonas-qr.png"` for "Anna und Jonas". Keeps the letters of every script. */
export function qrFileName(eventName: string, format: QrFormat): string {
  const words = eventName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['event'];
  return `${words.join('-').slice(0, 80)}-qr.${format}`;
}
