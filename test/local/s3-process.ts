// A server in a process of its own, for tests that kill it or read its memory. Its folder is its argument.
import { startS3 } from '../../infra/local/s3/start-s3.ts';
import { SETTINGS } from './s3-settings.ts';

const server = await startS3({ ...SETTINGS, dataDir: String(process.argv[2]) });
process.on('message', () => process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
process.send?.({ url: server.url });
