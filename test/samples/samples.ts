import { apiDescriptionSamples } from './api-description.ts';
import { browserReportSamples } from './browser-reports.ts';
import { coHostSamples } from './co-hosts.ts';
import { downloadSamples } from './downloads.ts';
import { eventCodeSamples } from './event-codes.ts';
import { eventSamples } from './events.ts';
import { guestSamples } from './guests.ts';
import { highlightSamples } from './highlights.ts';
import { liveUpdateSamples } from './live-updates.ts';
import { mediaSamples } from './media.ts';
import { notificationSamples } from './notifications.ts';
import { numbersSamples } from './numbers.ts';
import { paymentSamples } from './payments.ts';
import { peopleSamples } from './people.ts';
import type { CallSample } from './sample.ts';
import { signInSamples } from './sign-in.ts';
import { uploadSamples } from './uploads.ts';
import { voteSamples } from './votes.ts';

/** A sample of every call. */
export const samples: readonly CallSample[] = [
  ...apiDescriptionSamples,
  ...browserReportSamples,
  ...signInSamples,
  ...eventSamples,
  ...eventCodeSamples,
  ...guestSamples,
  ...peopleSamples,
  ...coHostSamples,
  ...paymentSamples,
  ...notificationSamples,
  ...liveUpdateSamples,
  ...highlightSamples,
  ...numbersSamples,
  ...voteSamples,
  ...uploadSamples,
  ...downloadSamples,
  // Last, because the access tests send them in this order, and items are deleted.
  ...mediaSamples,
];

/** @throws Error for a call that has none, saying where it belongs */
export function requireSample(id: string): CallSample {
  const found = samples.find(({ endpoint }) => endpoint.id === id);
  if (!found)
    throw new Error(
      `${id} has no sample: add one to its noun's file in test/samples, which test/samples/samples.ts lists.`,
    );
  return found;
}
