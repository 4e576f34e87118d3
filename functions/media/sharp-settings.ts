import sharp from 'sharp';

/** The most pixels of one picture, all frames of an animation together: 300 MB as plain RGB. */
export const MAX_PIXELS = 100_000_000;

// One photo at a time on one core, and no cache of earlier ones: a worker's size is based on this.
sharp.cache(false);
sharp.concurrency(1);

// Only formats that our own sniffer recognises: what it does not recognise must not be decoded here either.
// SVG is absent because only a child process that can be killed may draw it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

export { default } from 'sharp';
