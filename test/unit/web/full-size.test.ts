import { expect, it } from 'vitest';
import { availableWidth, hasFullSize, isFullSizeType } from '../../../web/src/features/lightbox/full-size.ts';

const screen = { url: '/screen', width: 1600, height: 1200 };
const photo = {
  kind: 'picture',
  state: 'ready',
  mimeType: 'image/jpeg',
  fileSize: 5_000_000,
  width: 4000,
  height: 3000,
  renditions: { screen },
} as const;

it('a photo is seen in full size', () => {
  expect([hasFullSize(photo), availableWidth(photo)]).toEqual([true, 4000]);
});

it.each([
  ['a drawing, of which only renditions are ever shown', { mimeType: 'image/svg+xml' }],
  ['what not every browser shows', { mimeType: 'image/bmp' }],
  ['more pixels than a phone can hold', { width: 12_000, height: 9000 }],
  ['a larger file than is kept', { fileSize: 60_000_000 }],
  ['a picture that has no more pixels than its rendition', { width: 1600, height: 1200 }],
])('%s is zoomed as its largest rendition', (_, changes) => {
  const item = { ...photo, ...changes };
  expect([hasFullSize(item), availableWidth(item)]).toEqual([false, 1600]);
});

it('a device with little memory holds fewer pixels', () => {
  const large = { ...photo, width: 5000, height: 4000 };
  expect([hasFullSize(large, 2), hasFullSize(large, 4), hasFullSize(photo, 2)]).toEqual([false, true, true]);
});

it.each([
  ['a video', { kind: 'video' }],
  ['what is being prepared', { state: 'processing' }],
  ['what has no rendition', { width: null, height: null, renditions: {} }],
] as const)('%s is not zoomed', (_, changes) => {
  expect(availableWidth({ ...photo, ...changes })).toBeUndefined();
});

it('what is fetched is shown only as a picture that browsers show', () => {
  expect(['image/webp', 'image/svg+xml', 'text/html', ''].map(isFullSizeType)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
