/**
 * What AWS charges in us-east-1, in US dollars, without taxes and without the first year's free tier. `asOf`
 * is the month of the source, `source` where the price was found: look again before a decision rests on it.
 */

export type Price = {
  readonly service: string;
  /** What `usd` is the price of. */
  readonly unit: string;
  readonly usd: number;
  /** Units that are free each month for every account, beyond its first year. */
  readonly freeEachMonth?: number;
  /** YYYY-MM */
  readonly asOf: string;
  readonly source: string;
};

const million = 1 / 1_000_000;

const pages = {
  dynamo:
    'airbyte.com/data-engineering-resources/dynamodb-pricing, after aws.amazon.com/dynamodb/pricing/on-demand',
  lambda: 'docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/lambda.html',
  s3: 'cloudburn.io/blog/amazon-s3-pricing, after aws.amazon.com/s3/pricing',
  requests: 'devnotes.tech/understanding-aws-s3-pricing-a-complete-cost-breakdown-with-examples',
  edge: 'aws.amazon.com/cloudfront/pricing',
  waf: 'c3x.dev/blog/aws-waf-cost-explained, after aws.amazon.com/waf/pricing',
  watch: 'cloudburn.io/blog/amazon-cloudwatch-pricing, after aws.amazon.com/cloudwatch/pricing',
} as const;

export const prices = {
  tableRead: {
    service: 'DynamoDB',
    unit: 'read unit',
    usd: 0.125 * million,
    asOf: '2025-07',
    source: pages.dynamo,
  },
  tableWrite: {
    service: 'DynamoDB',
    unit: 'write unit',
    usd: 0.625 * million,
    asOf: '2025-07',
    source: pages.dynamo,
  },
  tableStorage: {
    service: 'DynamoDB',
    unit: 'GB-month',
    usd: 0.25,
    freeEachMonth: 25,
    asOf: '2025-07',
    source: 'aws.amazon.com/dynamodb/pricing',
  },
  // Point-in-time recovery of the last 35 days. The free gigabytes are for the table only.
  tableBackup: {
    service: 'DynamoDB',
    unit: 'GB-month of backups',
    usd: 0.2,
    asOf: '2025-01',
    source:
      'not found again: aws.amazon.com/dynamodb/pricing/on-demand has it in a table that only a browser shows',
  },
  functionCall: {
    service: 'Lambda',
    unit: 'call',
    usd: 0.2 * million,
    freeEachMonth: 1_000_000,
    asOf: '2024-12',
    source: pages.lambda,
  },
  functionTime: {
    service: 'Lambda',
    unit: 'GB-second, arm64',
    usd: 0.000_013_333_4,
    freeEachMonth: 400_000,
    asOf: '2024-12',
    source: 'cloudchipr.com/blog/aws-lambda-pricing, after aws.amazon.com/lambda/pricing',
  },
  gatewayCall: {
    service: 'API Gateway',
    unit: 'HTTP API call',
    usd: 1 * million,
    asOf: '2025-05',
    source:
      'awsforengineers.com/blog/aws-api-gateway-pricing-explained, after aws.amazon.com/api-gateway/pricing',
  },
  queueRequest: {
    service: 'SQS',
    unit: 'request',
    usd: 0.4 * million,
    freeEachMonth: 1_000_000,
    asOf: '2026-03',
    source: 'cloudburn.io/blog/amazon-sqs-pricing, after aws.amazon.com/sqs/pricing',
  },
  objectPut: {
    service: 'S3',
    unit: 'PUT, COPY or LIST',
    usd: 0.005 / 1000,
    asOf: '2025-01',
    source: pages.requests,
  },
  objectGet: {
    service: 'S3',
    unit: 'GET',
    usd: 0.0004 / 1000,
    asOf: '2025-01',
    source: pages.requests,
  },
  objectStorage: {
    service: 'S3',
    unit: 'GB-month',
    usd: 0.023,
    asOf: '2026-03',
    source: pages.s3,
  },
  // What leaves S3 without CloudFront: ZIPs and originals, by signed URLs.
  objectTransfer: {
    service: 'S3',
    unit: 'GB to people',
    usd: 0.09,
    freeEachMonth: 100,
    asOf: '2026-01',
    source: 'wring.co/blog/aws-data-transfer-pricing-guide, after aws.amazon.com/ec2/pricing/on-demand',
  },
  edgeRequest: {
    service: 'CloudFront',
    unit: 'HTTPS request',
    usd: 0.01 / 10_000,
    freeEachMonth: 10_000_000,
    asOf: '2025-01',
    source: pages.edge,
  },
  edgeTransfer: {
    service: 'CloudFront',
    unit: 'GB to people',
    usd: 0.085,
    freeEachMonth: 1024,
    asOf: '2025-01',
    source: pages.edge,
  },
  edgeFunction: {
    service: 'CloudFront',
    unit: 'function call',
    usd: 0.1 * million,
    freeEachMonth: 2_000_000,
    asOf: '2025-01',
    source: 'cur.vantage.sh/aws/amazoncloudfront, after aws.amazon.com/cloudfront/pricing',
  },
  firewallRequest: {
    service: 'WAF',
    unit: 'request',
    usd: 0.6 * million,
    asOf: '2026-01',
    source: pages.waf,
  },
  /** A publication, a subscription, and each delivery of up to 5 kB. */
  liveOperation: {
    service: 'AppSync',
    unit: 'operation of live updates',
    usd: 1 * million,
    asOf: '2026-11',
    source: 'aws.amazon.com/appsync/pricing',
  },
  liveMinute: {
    service: 'AppSync',
    unit: 'minute that a page is connected',
    usd: 0.08 * million,
    asOf: '2026-11',
    source: 'aws.amazon.com/appsync/pricing',
  },
  logs: {
    service: 'CloudWatch',
    unit: 'GB of logs',
    usd: 0.5,
    freeEachMonth: 5,
    asOf: '2026-02',
    source: pages.watch,
  },
  trace: {
    service: 'X-Ray',
    unit: 'trace',
    usd: 5 * million,
    freeEachMonth: 100_000,
    asOf: '2025-01',
    source: 'aws.amazon.com/xray/pricing',
  },
} as const satisfies Record<string, Price>;

export type PriceId = keyof typeof prices;
