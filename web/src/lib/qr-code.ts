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

/** Saves the QR code of a link as a file. */
export async function downloadQrCode({ text, fileName }: { text: string; fileName: string }): Promise<void> {
  const link = document.createElement('a');
  link.href = await qrCodeUrl({ text, sizePx: DOWNLOAD_PX });
  link.download = fileName;
  link.click();
}

/** `"anna-und-jonas-qr.png"` for "Anna und Jonas". Keeps the letters of every script. */
export function qrFileName(eventName: string): string {
  const words = eventName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['event'];
  return `${words.join('-').slice(0, 80)}-qr.png`;
}
