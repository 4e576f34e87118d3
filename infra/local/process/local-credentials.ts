/** Region and keys that every local service is called with; none of them checks the table's. */
export const localCredentials = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
