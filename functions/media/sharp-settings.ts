import sharp from 'sharp';

/** Most pixels of one picture, all frames of an animation together: 300 MB as plain RGB. */
export const MAX_PIXELS = 100_000_000;

// One photo at a time on one core, and no memory of earlier ones: what a worker's size is reckoned by.
sharp.cache(false);
sharp.concurrency(1);

// The formats in front of which our own reader stands, and no other: what it did not recognise must not be
// recognised here. SVG is absent because only a child process that can be killed may draw it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

export { default } from 'sharp';
