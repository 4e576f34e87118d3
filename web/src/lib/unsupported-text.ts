import type { UnsupportedReason } from '../../../shared/contract/entities.ts';

const texts = {
  'wrong-type': 'It is not a photo or video of the kind that its name says.',
  'too-large': 'It has more pixels than can be shown here.',
  'too-slow': 'It takes too long to prepare.',
  damaged: 'The file is damaged.',
} as const satisfies Record<UnsupportedReason, string>;

/** Why a file is not shown, as a sentence. */
export function unsupportedText(reason: UnsupportedReason | null): string {
  return reason === null ? 'The file could not be read.' : texts[reason];
}
