/**
 * What AWS charges in us-east-1, in US dollars, without taxes and without the first year's free tier.
 * `asOf` is the month for which the price was last looked at; look again before a decision rests on it.
 * Sources: the pricing page of each service.
 */

export type Price = {
  readonly service: string;
  /** One of these costs `usd`. */
  readonly unit: string;
  readonly usd: number;
  /** Units that every account has free each month, for good. */
  readonly freeEachMonth?: number;
  /** YYYY-MM */
  readonly asOf: string;
};

const million = 1 / 1_000_000;

export const prices = {
  tableRead: { service: 'DynamoDB', unit: 'read unit', usd: 0.125 * million, asOf: '2024-11' },
  tableWrite: { service: 'DynamoDB', unit: 'write unit', usd: 0.625 * million, asOf: '2024-11' },
  // 0.25 for the table and 0.20 for its backups of the last 35 days.
  tableStorage: {
    service: 'DynamoDB',
    unit: 'GB-month with backups',
    usd: 0.45,
    freeEachMonth: 25,
    asOf: '2025-01',
  },
  functionCall: {
    service: 'Lambda',
    unit: 'call',
    usd: 0.2 * million,
    freeEachMonth: 1_000_000,
    asOf: '2025-01',
  },
  functionTime: {
    service: 'Lambda',
    unit: 'GB-second, arm64',
    usd: 0.000_013_333_4,
    freeEachMonth: 400_000,
    asOf: '2025-01',
  },
  gatewayCall: { service: 'API Gateway', unit: 'HTTP API call', usd: 1 * million, asOf: '2025-01' },
  queueRequest: {
    service: 'SQS',
    unit: 'request',
    usd: 0.4 * million,
    freeEachMonth: 1_000_000,
    asOf: '2025-01',
  },
  objectPut: { service: 'S3', unit: 'PUT, COPY or LIST', usd: 0.005 / 1000, asOf: '2025-01' },
  objectGet: { service: 'S3', unit: 'GET', usd: 0.0004 / 1000, asOf: '2025-01' },
  objectStorage: { service: 'S3', unit: 'GB-month', usd: 0.023, asOf: '2025-01' },
  edgeRequest: {
    service: 'CloudFront',
    unit: 'HTTPS request',
    usd: 0.01 / 10_000,
    freeEachMonth: 10_000_000,
    asOf: '2025-01',
  },
  edgeTransfer: {
    service: 'CloudFront',
    unit: 'GB to people',
    usd: 0.085,
    freeEachMonth: 1024,
    asOf: '2025-01',
  },
  edgeFunction: {
    service: 'CloudFront',
    unit: 'function call',
    usd: 0.1 * million,
    freeEachMonth: 2_000_000,
    asOf: '2025-01',
  },
  firewallRequest: { service: 'WAF', unit: 'request', usd: 0.6 * million, asOf: '2025-01' },
  logs: { service: 'CloudWatch', unit: 'GB of logs', usd: 0.5, freeEachMonth: 5, asOf: '2025-01' },
  trace: { service: 'X-Ray', unit: 'trace', usd: 5 * million, freeEachMonth: 100_000, asOf: '2025-01' },
} as const satisfies Record<string, Price>;

export type PriceId = keyof typeof prices;

/** What a stage costs each month before anybody comes. */
export const monthlyBase = [
  { what: 'Firewall: the list and its rules', usd: 5 + 4 * 1, asOf: '2025-01' },
  { what: "Secret of CloudFront's origin header", usd: 0.4, asOf: '2025-01' },
  { what: 'Hosted zone, where the stage has a domain', usd: 0.5, asOf: '2025-01' },
] as const;
