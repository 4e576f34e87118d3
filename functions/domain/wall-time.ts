import type { MediaRecord } from './records.ts';

type Dated = Pick<MediaRecord, 'capturedAt' | 'capturedAtZone' | 'capturedOffsetMinutes' | 'uploadedAt'>;

/** What an item's clean copy says of its capture: the camera's clock, and its offset in minutes east of UTC if it is known. */
export function captureTime(
  media: Dated,
): { readonly localTime: string; readonly offsetMinutes: number | null } | undefined {
  if (media.capturedAt === null) return undefined;
  const offsetMinutes = media.capturedAtZone === 'local' ? null : (media.capturedOffsetMinutes ?? 0);
  return { localTime: wallTimeOf(media), offsetMinutes };
}

/**
 * What the camera's clock showed, `YYYY-MM-DDTHH:MM:SS`; of undated items, the time of their upload.
 * @param otherwiseMinutes the offset east of UTC to assume for items without one
 */
export function wallTimeOf(media: Dated, otherwiseMinutes = 0): string {
  const instant = media.capturedAt ?? media.uploadedAt;
  const minutes = media.capturedAtZone === 'local' ? 0 : (media.capturedOffsetMinutes ?? otherwiseMinutes);
  return new Date(Date.parse(instant) + minutes * 60_000).toISOString().slice(0, 19);
}
