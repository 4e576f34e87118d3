import type { JobRow } from './function-row.ts';
import { PROCESS_FILES } from './file-grants.ts';

/** The Lambdas that make something of new originals. */
export const mediaWorkers: readonly JobRow[] = [
  {
    id: 'announce-originals',
    entry: 'functions/jobs/announce-originals.ts',
    trigger: { kind: 'queue', queue: 'originals', batchSize: 10, maxConcurrency: 10 },
    grants: { table: ['GetItem'], send: ['media'] },
    memoryMb: 256,
    timeoutSeconds: 30,
  },
  {
    id: 'process-media',
    entry: 'functions/jobs/process-media.ts',
    trigger: { kind: 'queue', queue: 'media', batchSize: 1, maxConcurrency: 20 },
    grants: {
      ...PROCESS_FILES,
      send: ['heavy', 'videos', 'moves'],
    },
    memoryMb: 2048,
    timeoutSeconds: 120,
    nativePackages: ['sharp'],
    program: 'functions/media/picture-program.ts',
  },
  {
    id: 'process-heavy-media',
    entry: 'functions/jobs/process-heavy-media.ts',
    trigger: { kind: 'queue', queue: 'heavy', batchSize: 1, maxConcurrency: 5 },
    grants: {
      ...PROCESS_FILES,
      send: ['moves'],
    },
    memoryMb: 2048,
    timeoutSeconds: 120,
    nativePackages: ['sharp', 'dejavu-fonts-ttf'],
    program: 'functions/media/picture-program.ts',
  },
  {
    id: 'process-video',
    entry: 'functions/jobs/process-video.ts',
    trigger: { kind: 'queue', queue: 'videos', batchSize: 1, maxConcurrency: 10 },
    grants: {
      ...PROCESS_FILES,
      send: ['moves'],
    },
    memoryMb: 3008,
    timeoutSeconds: 900,
    reserveSeconds: 60,
    imageFolder: 'functions/media/video-image',
    diskMb: 2048,
    nativePackages: ['sharp'],
  },
];
