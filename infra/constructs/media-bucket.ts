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
  unfinishedUploadDays,
  uploadCors,
  uploadExpiry,
} from '../stages/media-bucket-rules.ts';
import type { Stage } from '../stages/stages.ts';

/** What every bucket of the house has in common. */
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

/** The one bucket of uploads, originals and renditions. */
export function addMediaBucket(scope: Construct, stage: Stage): Bucket {
  return new Bucket(scope, 'MediaBucket', {
    ...privateBucketProps(stage),
    versioned: stage.oldVersionDays > 0,
    lifecycleRules: [
      { id: 'parts-left-over', abortIncompleteMultipartUploadAfter: Duration.days(unfinishedUploadDays) },
      {
        id: 'archives',
        prefix: archiveExpiry.prefix,
        expiration: Duration.days(archiveExpiry.days),
        // A version of a ZIP is nothing to go back to.
        ...(stage.oldVersionDays > 0 && { noncurrentVersionExpiration: Duration.days(1) }),
      },
      // Looked at for days and kept for months: S3 moves what nobody reads for a month to where it costs half.
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
        id: 'uploads-never-saved',
        prefix: uploadExpiry.prefix,
        expiration: Duration.days(uploadExpiry.days),
      },
      ...(stage.oldVersionDays > 0
        ? [{ id: 'old-versions', noncurrentVersionExpiration: Duration.days(stage.oldVersionDays) }]
        : []),
    ],
    cors: [
      {
        allowedOrigins: [uploadOrigin(stage)],
        allowedMethods: uploadCors.methods.map((method) => HttpMethods[method]),
        allowedHeaders: [...uploadCors.requestHeaders],
        exposedHeaders: [...uploadCors.exposedHeaders],
        maxAge: uploadCors.maxAgeSeconds,
      },
    ],
  });
}

/** Where uploads may come from. CloudFront's own name for a stage is known only after this bucket, so it is a pattern. */
function uploadOrigin({ domain }: Stage): string {
  return domain ? `https://${domain.name}` : 'https://*.cloudfront.net';
}

/**
 * Lets this account's CloudFront distributions read objects. The distribution's own ARN would make the data depend on
 * the edge, which depends on the data.
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

/** Missing files of the page are then 404 instead of 403. */
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
