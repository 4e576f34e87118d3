// Queues in a process of their own, for tests that kill it. Its folder is its argument.
import { startQueues } from '../../infra/local/sqs/start-queues.ts';

const jobs = { name: 'jobs', visibilityTimeoutSeconds: 600, maxReceiveCount: 3, dlq: 'jobs-dlq' };
const { endpoint } = await startQueues({
  folder: String(process.argv[2]),
  queues: [jobs],
  log: console.error,
});
process.send?.({ endpoint });
