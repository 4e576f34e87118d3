/**
 * What AWS takes: the defaults of an account, and limits that nobody can raise. Limits of our own stand with what they
 * limit. `source` is the document, of the service's Developer Guide where it does not name another.
 */
export type Quota = { readonly value: number; readonly source: string };

const partitions =
  'DynamoDB, "Best practices for designing and using partition keys effectively in DynamoDB"';
const tables = 'DynamoDB, "Quotas in Amazon DynamoDB"';
const warmth = 'DynamoDB, "Understanding DynamoDB warm throughput"';
const lambda = 'Lambda, "Lambda quotas"';
const httpApi = 'API Gateway, "Quotas for configuring and running an HTTP API in API Gateway"';
const edge = 'CloudFront, "Quotas"';
const objects = 'S3 User Guide, "Best practices design patterns: optimizing Amazon S3 performance"';

export const quotas = {
  /** A second, for each partition key of the table and of an index. */
  partitionReadUnits: { value: 3000, source: partitions },
  partitionWriteUnits: { value: 1000, source: partitions },
  /** A second, for a new table that is paid by request, and for each of its indexes: what it bears at once. */
  warmReadUnits: { value: 12_000, source: warmth },
  warmWriteUnits: { value: 4000, source: warmth },
  /** A second, for a table that is paid by request, once it has grown: to twice its last peak within 30 minutes. */
  tableReadUnits: { value: 40_000, source: tables },
  tableWriteUnits: { value: 40_000, source: tables },
  /** Runs of all functions of an account and region at once. */
  lambdaConcurrency: { value: 1000, source: lambda },
  /** Of JSON. */
  lambdaEventBytes: { value: 6_291_456, source: lambda },
  /** Calls a second, of an account and region. */
  gatewayCalls: { value: 10_000, source: 'API Gateway, "Amazon API Gateway quotas"' },
  /** The request line and the values of the headers together. */
  gatewayHeadBytes: { value: 10_240, source: httpApi },
  gatewayBodyBytes: { value: 10 * 1024 * 1024, source: httpApi },
  /** A second, of a distribution. */
  edgeRequests: { value: 250_000, source: edge },
  edgeGigabits: { value: 150, source: edge },
  /** Of a request, or of an origin's answer, without its body. */
  edgeHeadBytes: { value: 20_480, source: edge },
  edgeUrlBytes: { value: 8192, source: edge },
  /** A second, for each prefix of a bucket. */
  objectWrites: { value: 3500, source: objects },
  objectReads: { value: 5500, source: objects },
  /** Messages of a standard queue that are received and neither deleted nor visible again. */
  queueInFlight: { value: 120_000, source: 'SQS, "Amazon SQS standard queue quotas"' },
  /** Of a message, and of all messages of a batch together. */
  messageBytes: { value: 1_048_576, source: 'SQS, "Amazon SQS message quotas"' },
} as const satisfies Record<string, Quota>;
