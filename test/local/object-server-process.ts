// A server in a process of its own, for tests that kill it or look at its memory. Its settings come as an argument.
import { startObjectServer } from '../../infra/local/object-server/object-server.ts';
import { SETTINGS } from './object-server-fixture.ts';

const server = await startObjectServer({ ...SETTINGS, dataDir: String(process.argv[2]) });
process.on('message', () => process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
process.send?.({ port: server.port });
