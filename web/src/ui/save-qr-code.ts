import { downloadQrCode, type QrFormat } from '../lib/qr-code.ts';
import { toast } from './toast-store.ts';

/** Saves the QR code of an event's link as a file named after the event. Says so if that fails. */
export function saveQrCode(event: { name: string; link: string }, format: QrFormat): void {
  downloadQrCode({ text: event.link, name: event.name, format }).catch(() =>
    toast({ title: 'Download Failed', text: 'Failed to draw the QR code. Please try again.' }, 'bad'),
  );
}
