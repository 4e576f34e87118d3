/** Region and keys for the doubles that verify no signature: the table, its stream and the queues. */
export const unsignedCredentials = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
