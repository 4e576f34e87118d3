import { Duration, Fn, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  type ErrorResponse,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type IKeyGroup,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { fileURLToPath } from 'node:url';
import { COOKIE_SECONDS } from '../../functions/domain/file-lifetimes.ts';
import {
  type Behaviour,
  behaviours,
  eventPageFile,
  fallbackStatuses,
  linkPreviewFile,
  spaRewriteFile,
  viewerAddressFile,
} from '../edge/path-behaviours.ts';
import { errorCachingSeconds } from '../edge/error-caching.ts';
import { originTimeouts } from '../edge/origin-timeouts.ts';
import { addResponseHeaders } from './response-headers.ts';

/**
 * The header that proves to the gateway that a request came through CloudFront, which overwrites any that a
 * viewer sends.
 */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

export type BehaviourParts = {
  readonly gateway: HttpApi;
  readonly originSecret: Secret;
  readonly mediaBucket: Bucket;
  readonly webBucket: Bucket;
  readonly liveOrigin: string;
  readonly trustedKeyGroups: IKeyGroup[];
};

/** The behaviours of `path-behaviours.ts` for CloudFront: the default behaviour, and the others by path, in order. */
export function addBehaviours(
  scope: Construct,
  parts: BehaviourParts,
): [BehaviorOptions, Record<string, BehaviorOptions>] {
  const site = {
    objectOrigin: `https://${parts.mediaBucket.bucketRegionalDomainName}`,
    liveOrigin: parts.liveOrigin,
    https: true,
  };
  const headers = {
    site: addResponseHeaders(scope, 'site', site),
    page: addResponseHeaders(scope, 'page', site),
    media: addResponseHeaders(scope, 'media', site),
  };
  const origins = {
    api: gatewayOrigin(parts),
    media: bucketOrigin(scope, { id: 'MediaOrigin', bucket: parts.mediaBucket }),
    web: bucketOrigin(scope, { id: 'WebOrigin', bucket: parts.webBucket }),
  };
  const cachePolicies = { origin: addOriginCachePolicy(scope), 'an-hour': addHourCachePolicy(scope) };
  const viewerRequests = {
    'spa-rewrite': addEdgeFunction(scope, 'SpaRewrite', spaRewriteFile),
    'viewer-address': addEdgeFunction(scope, 'ViewerAddress', viewerAddressFile),
    'link-preview': addEdgeFunction(scope, 'LinkPreview', linkPreviewFile),
    'event-page': addEdgeFunction(scope, 'EventPage', eventPageFile),
  };
  const options = (behaviour: Behaviour): BehaviorOptions => ({
    origin: behaviour.fallback
      ? new OriginGroup({
          primaryOrigin: origins[behaviour.origin],
          fallbackOrigin: origins[behaviour.fallback],
          fallbackStatusCodes: [...fallbackStatuses],
        })
      : origins[behaviour.origin],
    allowedMethods: behaviour.methods === 'all' ? AllowedMethods.ALLOW_ALL : AllowedMethods.ALLOW_GET_HEAD,
    compress: behaviour.compress,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    responseHeadersPolicy: headers[behaviour.headers],
    ...(behaviour.caching === 'never'
      ? {
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        }
      : { cachePolicy: cachePolicies[behaviour.caching] }),
    ...(behaviour.signed && { trustedKeyGroups: parts.trustedKeyGroups }),
    ...(behaviour.viewerRequest && {
      functionAssociations: [
        { function: viewerRequests[behaviour.viewerRequest], eventType: FunctionEventType.VIEWER_REQUEST },
      ],
    }),
  });
  const rest = behaviours.filter(({ pathPattern }) => pathPattern !== '*');
  const fallback = behaviours.find(({ pathPattern }) => pathPattern === '*');
  if (!fallback) throw new Error('The edge rules have no behaviour for every other path.');
  return [options(fallback), Object.fromEntries(rest.map((rule) => [rule.pathPattern, options(rule)]))];
}

/** Without a page of its own, an error keeps its body and status. */
export function errorResponses(): ErrorResponse[] {
  return Object.entries(errorCachingSeconds).map(([status, seconds]) => ({
    httpStatus: Number(status),
    ttl: Duration.seconds(seconds),
  }));
}

const CONNECTING = {
  connectionTimeout: Duration.seconds(originTimeouts.connectionSeconds),
  connectionAttempts: originTimeouts.attempts,
};

function gatewayOrigin({ gateway, originSecret }: BehaviourParts): IOrigin {
  // `https://{id}.execute-api.{region}.amazonaws.com`
  const host = Fn.select(2, Fn.split('/', gateway.apiEndpoint));
  return new HttpOrigin(host, {
    ...CONNECTING,
    readTimeout: Duration.seconds(originTimeouts.responseSeconds),
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    // The template holds a reference that CloudFormation resolves, not the secret.
    customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret.secretValue.unsafeUnwrap() },
  });
}

/**
 * Imported, because the bucket's own stack already lets CloudFront read: a statement added here would make
 * the two stacks depend on each other.
 */
function bucketOrigin(scope: Construct, { id, bucket }: { id: string; bucket: Bucket }): IOrigin {
  const imported = Bucket.fromBucketAttributes(scope, id, {
    bucketName: bucket.bucketName,
    bucketRegionalDomainName: bucket.bucketRegionalDomainName,
  });
  Validations.of(scope).acknowledge({
    id: '@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
    reason: 'The data stack writes both bucket policies.',
  });
  return S3BucketOrigin.withOriginAccessControl(imported, CONNECTING);
}

/** Obeys the origin's Cache-Control; without one, nothing is cached. */
function addOriginCachePolicy(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'ObeyOrigin', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(365),
    ...BY_PATH_ALONE,
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
}

/**
 * CloudFront caches a `private` response only under a minimum TTL. An hour is how long the signed cookies
 * last, so that even after a failed invalidation a file stays cached no longer than that.
 */
function addHourCachePolicy(scope: Construct): CachePolicy {
  const hour = Duration.seconds(COOKIE_SECONDS);
  return new CachePolicy(scope, 'AnHour', {
    minTtl: hour,
    defaultTtl: hour,
    maxTtl: hour,
    ...BY_PATH_ALONE,
  });
}

const BY_PATH_ALONE = {
  headerBehavior: CacheHeaderBehavior.none(),
  cookieBehavior: CacheCookieBehavior.none(),
  queryStringBehavior: CacheQueryStringBehavior.none(),
};

function addEdgeFunction(scope: Construct, id: string, file: URL): EdgeFunction {
  return new EdgeFunction(scope, id, {
    code: FunctionCode.fromFile({ filePath: fileURLToPath(file) }),
    runtime: FunctionRuntime.JS_2_0,
  });
}
