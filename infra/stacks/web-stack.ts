import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { addLogGroup } from '../constructs/log-group.ts';
import { cacheControlOf, webCacheControl } from '../edge/website-cache-control.ts';
import type { Stage } from '../stages/stages.ts';

export type WebStackProps = StackProps & {
  readonly stage: Stage;
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** The folder of the React build. */
  readonly webRoot: string;
};

/**
 * Uploads the React build to its bucket. Nothing is ever removed there: a page opened before a deployment
 * still loads the chunks of its own build. Files without a hash in their name come last and are removed from
 * CloudFront's cache.
 */
export class WebStack extends Stack {
  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props);
    const source = Source.asset(props.webRoot, { exclude: ['**/*.map'] });
    const logGroup = addLogGroup(this, 'web-files', props.stage);
    let earlier: BucketDeployment | undefined;
    for (const [index, { pattern, cacheControl }] of webCacheControl.entries()) {
      const deployment = new BucketDeployment(this, `Files${index}`, {
        sources: [source],
        destinationBucket: props.bucket,
        prune: false,
        cacheControl: [CacheControl.fromString(cacheControl)],
        memoryLimit: 512,
        logGroup,
        ...filters(index),
        ...(pattern === '*' && {
          distribution: props.distribution,
          distributionPaths: changingPaths(props.webRoot),
        }),
      });
      if (earlier) deployment.node.addDependency(earlier);
      earlier = deployment;
    }
  }
}

/** The files of one rule: those that match it and no earlier one. */
function filters(index: number): { exclude: string[]; include?: string[] } {
  const earlier = webCacheControl.slice(0, index).map(({ pattern }) => pattern);
  const pattern = webCacheControl[index]?.pattern ?? '*';
  return pattern === '*' ? { exclude: earlier } : { exclude: ['*'], include: [pattern] };
}

/** Paths whose content changes with a build: everything that browsers have to revalidate. */
function changingPaths(webRoot: string): string[] {
  return readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => relative(webRoot, resolve(entry.parentPath, entry.name)))
    .filter((key) => cacheControlOf(key) === 'no-cache')
    .map((key) => `/${key}`)
    .sort();
}
