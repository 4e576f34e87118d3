import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import {
  archiveExpiry,
  copyExpiry,
  unfinishedUploadDays,
  pageCors,
  uploadExpiry,
} from '../stages/media-bucket-rules.ts';
import type { Stage } from '../stages/stages.ts';

/** What all buckets have in common. */
export function privateBucketProps(stage: Stage): BucketProps {
  return {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    autoDeleteObjects: !stage.keepsData,
  };
}

/** The bucket of uploads, originals, renditions and archives. */
export function addMediaBucket(scope: Construct, stage: Stage): Bucket {
  return new Bucket(scope, 'MediaBucket', {
    ...privateBucketProps(stage),
    versioned: stage.oldVersionDays > 0,
    lifecycleRules: [
      { id: 'parts-left-over', abortIncompleteMultipartUploadAfter: Duration.days(unfinishedUploadDays) },
      ...[
        { id: 'archives', ...archiveExpiry },
        { id: 'copies', ...copyExpiry },
      ].map(({ id, prefix, days }) => ({
        id,
        prefix,
        expiration: Duration.days(days),
        // Nobody goes back to an old version of what can be made again.
        ...(stage.oldVersionDays > 0 && { noncurrentVersionExpiration: Duration.days(1) }),
      })),
      // Viewed for days, kept for months: S3 moves what nobody reads for a month to a tier at half the price.
      ...(stage.keepsData
        ? [
            {
              id: 'originals',
              prefix: 'media/originals/',
              transitions: [
                { storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(1) },
              ],
            },
          ]
        : []),
      {
        id: 'uploads-left-over',
        prefix: uploadExpiry.prefix,
        // Days also remove delete markers that hide nothing any more.
        expiration: Duration.days(uploadExpiry.days),
        ...(stage.oldVersionDays > 0 && {
          noncurrentVersionExpiration: Duration.days(uploadExpiry.oldVersionDays),
        }),
      },
      ...(stage.oldVersionDays > 0
        ? [
            {
              id: 'old-versions',
              noncurrentVersionExpiration: Duration.days(stage.oldVersionDays),
              expiredObjectDeleteMarker: true,
            },
          ]
        : []),
    ],
    cors: [
      {
        allowedOrigins: [pageOrigin(stage)],
        allowedMethods: pageCors.methods.map((method) => HttpMethods[method]),
        allowedHeaders: [...pageCors.requestHeaders],
        exposedHeaders: [...pageCors.exposedHeaders],
        maxAge: pageCors.maxAgeSeconds,
      },
    ],
  });
}

/** A pattern without a domain: CloudFront's own name for a stage is not known before this bucket exists. */
function pageOrigin({ domain }: Stage): string {
  return domain ? `https://${domain.name}` : 'https://*.cloudfront.net';
}

/**
 * Lets this account's CloudFront distributions read objects. With the distribution's own ARN the data stack
 * would depend on the edge stack, which depends on it.
 */
export function allowCloudFrontRead(bucket: Bucket, prefixes: readonly string[]): void {
  bucket.addToResourcePolicy(
    new PolicyStatement({
      sid: 'CloudFrontReads',
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      resources: prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`)),
      conditions: { ArnLike: { 'aws:SourceArn': anyDistribution(bucket) } },
    }),
  );
}

/** Without it CloudFront answers 403 instead of 404 for missing files of the website. */
export function allowCloudFrontList(bucket: Bucket): void {
  bucket.addToResourcePolicy(
    new PolicyStatement({
      sid: 'CloudFrontTellsMissing',
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { ArnLike: { 'aws:SourceArn': anyDistribution(bucket) } },
    }),
  );
}

function anyDistribution(scope: Construct): string {
  return Stack.of(scope).formatArn({
    service: 'cloudfront',
    region: '',
    resource: 'distribution',
    resourceName: '*',
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
}
