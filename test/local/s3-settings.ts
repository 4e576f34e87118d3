// Apart from the fixture, so that a server's process does not load a client.
export const REGION = 'us-east-1';
export const BUCKET = 'gatherlens-media';
export const CREDENTIALS = { accessKeyId: 'AKIDLOCAL', secretAccessKey: 'secret/of+the=local-server' };

export const SETTINGS = {
  buckets: [BUCKET, 'other-bucket'],
  credentials: [CREDENTIALS],
  region: REGION,
} as const;
