import type { QRCodeToDataURLOptions } from 'qrcode';

const COLOURS = { dark: '#1F2937', light: '#FFFFFF' };
const MARGIN_MODULES = 2;
/** For paper: read with a stain or a fold in it, and with all of the quiet zone that scanners may want (ISO/IEC 18004). */
const ON_PAPER = { errorCorrectionLevel: 'H', margin: 4 } as const;

/** A QR code as a PNG `data:` URL. Dark on white in both themes, because many phone cameras reject inverted codes. */
export const qrCodeUrl = ({ text, sizePx }: { text: string; sizePx: number }): Promise<string> =>
  pictureUrl(text, { width: sizePx, margin: MARGIN_MODULES });

async function pictureUrl(text: string, options: QRCodeToDataURLOptions): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { ...options, color: COLOURS });
}

/** Large enough for a printed table card. */
const DOWNLOAD_PX = 1024;

/** What a QR code is saved as: pixels, or a drawing that stays sharp at any size. */
export type QrFormat = 'png' | 'svg';

/** Saves the QR code of a link as a file. */
export async function downloadQrCode(code: { text: string; name: string; format: QrFormat }): Promise<void> {
  const { text, name, format } = code;
  const anchor = document.createElement('a');
  anchor.href =
    format === 'png' ? await pictureUrl(text, { width: DOWNLOAD_PX, ...ON_PAPER }) : await qrDrawingUrl(text);
  anchor.download = qrFileName(name, format);
  anchor.click();
}

/** A QR code as an SVG `data:` URL. */
async function qrDrawingUrl(text: string): Promise<string> {
  const { toString } = await import('qrcode');
  const drawing = await toString(text, {
    type: 'svg',
    width: DOWNLOAD_PX,
    color: COLOURS,
    ...ON_PAPER,
  });
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** `"anna-und-jonas-qr.png"` for "Anna und Jonas". Keeps the letters of every script. */
export function qrFileName(eventName: string, format: QrFormat): string {
  const words = eventName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['event'];
  return `${words.join('-').slice(0, 80)}-qr.${format}`;
}
