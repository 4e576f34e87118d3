import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../functions/aws/signing-keys.ts';
import { type Behaviour, behaviours, fallbackStatuses } from '../../infra/edge/path-behaviours.ts';
import { headersOf, securityHeaders } from '../../infra/edge/security-headers.ts';
import { webCacheControl } from '../../infra/edge/website-cache-control.ts';
import { originTimeouts } from '../../infra/edge/origin-timeouts.ts';
import { stages } from '../../infra/stages/stages.ts';
import { att, find, type Found, one, properties, ref, text } from './read-template.ts';
import { fewCalls, type Json, scratch, synthesize, synthesizedAsIs } from './synthesized-templates.ts';

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
const webRoot = webBuild();
const dev = synthesize({
  stage: stages.dev,
  functions: fewCalls,
  mediaKeys: { pems: [pem], belongsToStage: true },
  webRoot,
});
type Fields = { [key: string]: Json };

const distribution = properties(dev, one(dev, 'AWS::CloudFront::Distribution'))[
  'DistributionConfig'
] as Fields;
const cacheBehaviors = [
  ...(distribution['CacheBehaviors'] as Fields[]),
  distribution['DefaultCacheBehavior'] as Fields,
];
const groupOf = (behaviour: Fields) =>
  ((distribution['OriginGroups'] as Fields | undefined)?.['Items'] as Fields[] | undefined)?.find(
    ({ Id }) => Id === behaviour['TargetOriginId'],
  );
/** The origins that are asked in turn. */
const originsOf = (behaviour: Fields) => {
  const members = (groupOf(behaviour)?.['Members'] as Fields | undefined)?.['Items'] as Fields[] | undefined;
  const ids = members?.map(({ OriginId }) => OriginId) ?? [behaviour['TargetOriginId']];
  return ids.map((id) => (distribution['Origins'] as Fields[]).find(({ Id }) => Id === id) ?? {});
};

/** Source: CloudFront Developer Guide, "Use managed cache policies", "… origin request policies". */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const cachePolicy = (id: string): Fields =>
  (one(dev, 'AWS::CloudFront::CachePolicy', id).Properties as { CachePolicyConfig: Fields })
    .CachePolicyConfig;

describe('CloudFront’s behaviours', () => {
  it('are those of the edge rules, in the same order', () => {
    expect(cacheBehaviors.map(({ PathPattern }) => PathPattern ?? '*')).toEqual(
      behaviours.map(({ pathPattern }) => pathPattern),
    );
  });

  it.each(behaviours.map((rule, index) => [rule.pathPattern, rule, cacheBehaviors[index] ?? {}] as const))(
    '%s',
    (_pattern, rule, behaviour) => {
      const bucket = rule.origin === 'media' ? 'MediaBucket' : 'WebBucket';
      const hostOf = (origin: Behaviour['origin']) =>
        origin === 'api'
          ? att(one(dev, 'AWS::ApiGatewayV2::Api'), 'ApiEndpoint')
          : att(one(dev, 'AWS::S3::Bucket', bucket), 'RegionalDomainName');
      const wanted = [rule.origin, rule.fallback].filter((origin) => origin !== undefined);
      const origins = originsOf(behaviour);
      expect(origins).toHaveLength(wanted.length);
      for (const [index, origin] of wanted.entries())
        expect(text(origins[index]?.['DomainName'] ?? '')).toContain(hostOf(origin));
      // A request to the API's origin must prove that it comes from CloudFront.
      expect(origins.map((origin) => 'OriginCustomHeaders' in origin)).toEqual(
        wanted.map((origin) => origin === 'api'),
      );
      expect(groupOf(behaviour)?.['FailoverCriteria']).toEqual(
        rule.fallback && {
          StatusCodes: { Items: [...fallbackStatuses], Quantity: fallbackStatuses.length },
        },
      );
      expect(behaviour['ViewerProtocolPolicy']).toBe('redirect-to-https');
      expect(behaviour['Compress']).toBe(rule.compress);
      expect((behaviour['AllowedMethods'] as string[]).includes('POST')).toBe(rule.methods === 'all');
      const policies = { origin: 'ObeyOrigin', 'an-hour': 'AnHour' };
      expect(behaviour['CachePolicyId']).toBe(
        rule.caching === 'never'
          ? CACHING_DISABLED
          : ref(one(dev, 'AWS::CloudFront::CachePolicy', policies[rule.caching])),
      );
      expect(behaviour['OriginRequestPolicyId']).toBe(
        rule.caching === 'never' ? ALL_VIEWER_EXCEPT_HOST_HEADER : undefined,
      );
      expect(behaviour['TrustedKeyGroups']).toEqual(
        rule.signed ? [ref(one(dev, 'AWS::CloudFront::KeyGroup'))] : undefined,
      );
      const runs = {
        'event-page': 'EventPage',
        'link-preview': 'LinkPreview',
        'spa-rewrite': 'SpaRewrite',
        'viewer-address': 'ViewerAddress',
      };
      expect(behaviour['FunctionAssociations']).toEqual(
        rule.viewerRequest && [
          {
            EventType: 'viewer-request',
            FunctionARN: att(one(dev, 'AWS::CloudFront::Function', runs[rule.viewerRequest]), 'FunctionARN'),
          },
        ],
      );
      expect(
        headersSent(text(behaviour['ResponseHeadersPolicyId']), rule.pathPattern === '/event/*'),
      ).toEqual(headersOf(securityHeaders(rule.headers, site())));
    },
  );

  it('keep no failure for whoever asks next, and never turn an answer of the API into a page', () => {
    expect(distribution['CustomErrorResponses']).toEqual(
      [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
    expect(distribution['DefaultRootObject']).toBeUndefined();
  });

  it('wait for an origin as long as the local edge does', () => {
    const origins = distribution['Origins'] as Fields[];
    expect(origins.length).toBeGreaterThanOrEqual(3);
    for (const { ConnectionAttempts, ConnectionTimeout } of origins)
      expect({ ConnectionAttempts, ConnectionTimeout }).toEqual({
        ConnectionAttempts: originTimeouts.attempts,
        ConnectionTimeout: originTimeouts.connectionSeconds,
      });
    const gateways = origins.filter(({ CustomOriginConfig }) => CustomOriginConfig !== undefined);
    expect(
      new Set(gateways.map(({ CustomOriginConfig }) => (CustomOriginConfig as Fields)['OriginReadTimeout'])),
    ).toEqual(new Set([originTimeouts.responseSeconds]));
  });

  it('read both buckets with CloudFront’s own signature', () => {
    const controls = find(dev, 'AWS::CloudFront::OriginAccessControl');
    expect(
      controls.map(
        ({ Properties }) => (Properties['OriginAccessControlConfig'] as Fields)['SigningBehavior'],
      ),
    ).toEqual(['always', 'always']);
    const used = (distribution['Origins'] as Fields[]).map(
      ({ OriginAccessControlId }) => OriginAccessControlId,
    );
    expect(new Set(used.filter(Boolean))).toEqual(new Set(controls.map((found) => att(found, 'Id'))));
  });

  it('cache for an hour what everybody in an event sees, private or not', () => {
    const policy = cachePolicy('AnHour');
    expect(policy).toMatchObject({ MinTTL: 3600, DefaultTTL: 3600, MaxTTL: 3600 });
    // One copy for all: the signature is checked before the cache is read.
    expect(policy['ParametersInCacheKeyAndForwardedToOrigin']).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
  });

  it('cache nothing else unless the origin asks for it', () => {
    const CachePolicyConfig = cachePolicy('ObeyOrigin');
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 31_536_000 });
    expect(CachePolicyConfig['ParametersInCacheKeyAndForwardedToOrigin']).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
      EnableAcceptEncodingBrotli: true,
    });
  });

  it('speak HTTP/3 and IPv6', () => {
    expect(distribution['HttpVersion']).toBe('http2and3');
    expect(distribution['IPV6Enabled']).toBe(true);
  });
});

describe('the firewall', () => {
  const { Rules } = one(dev, 'AWS::WAFv2::WebACL').Properties as { Rules: Fields[] };
  const floods = Rules.map(({ Statement }) => (Statement as Fields)['RateBasedStatement'] as Fields).filter(
    Boolean,
  );

  it('counts all that a Lambda answers, however its path is written, and in one rule everything', () => {
    const [everything, ...ofCalls] = floods.toReversed();
    expect(everything).not.toHaveProperty('ScopeDownStatement');
    expect(ofCalls).toHaveLength(2);
    for (const { ScopeDownStatement } of ofCalls) {
      const { Statements } = (ScopeDownStatement as Fields)['OrStatement'] as { Statements: Fields[] };
      const matches = Statements.map((statement) => statement['ByteMatchStatement'] as Fields);
      for (const match of matches)
        expect(match).toMatchObject({
          FieldToMatch: { UriPath: {} },
          PositionalConstraint: 'STARTS_WITH',
          TextTransformations: [
            { Priority: 0, Type: 'URL_DECODE' },
            { Priority: 1, Type: 'NORMALIZE_PATH' },
          ],
        });
      const isCounted = (path: string) =>
        matches.some(({ SearchString }) => path.startsWith(SearchString as string));
      for (const { pathPattern, origin } of behaviours)
        expect([pathPattern, isCounted(pathPattern)]).toEqual([pathPattern, origin === 'api']);
    }
  });

  it('tells the clients of one address apart, and lets an address have a third of the gateway', () => {
    const [client, address, everything] = floods;
    expect(client).toMatchObject({
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ IP: {} }, { JA4Fingerprint: { FallbackBehavior: 'NO_MATCH' } }],
      Limit: 120_000,
    });
    expect(address).toMatchObject({ AggregateKeyType: 'IP', Limit: 200_000, EvaluationWindowSec: 300 });
    expect(everything).toMatchObject({ AggregateKeyType: 'IP', Limit: 1_200_000, EvaluationWindowSec: 300 });
    expect(Number(address?.['Limit']) / 300).toBe(stages.prod.throttle.ratePerSecond / 3);
  });
});

describe('the viewer’s address', () => {
  const { FunctionCode } = one(dev, 'AWS::CloudFront::Function', 'ViewerAddress').Properties;
  const handler = runInNewContext(`${text(FunctionCode)}; handler`) as (event: object) => { headers: object };

  it('is sent to the API, whatever the viewer claims', () => {
    const headers = { accept: { value: '*/*' }, 'x-viewer-address': { value: '192.0.2.1' } };
    expect(handler({ viewer: { ip: '198.51.100.7' }, request: { headers } }).headers).toEqual({
      accept: { value: '*/*' },
      'x-viewer-address': { value: '198.51.100.7' },
    });
  });
});

describe('a page', () => {
  const { FunctionCode } = one(dev, 'AWS::CloudFront::Function', 'SpaRewrite').Properties;
  const handler = runInNewContext(`${text(FunctionCode)}; handler`) as (event: object) => { uri: string };
  const fileFor = (uri: string, cookies = {}) => handler({ request: { uri, cookies } }).uri;

  it('is another file for a browser that has no session', () => {
    expect([fileFor('/'), fileFor('/create')]).toEqual(['/landing.html', '/visitor.html']);
    const cookies = { '__Host-session': { value: 'token' } };
    expect([fileFor('/', cookies), fileFor('/create', cookies)]).toEqual(['/index.html', '/index.html']);
  });

  it('is never served in place of a file', () => {
    for (const file of ['/assets/old.js', '/assets/old', '/index.html', '/sw.js'])
      expect(fileFor(file)).toBe(file);
  });
});

describe('an event’s page', () => {
  const { FunctionCode } = one(dev, 'AWS::CloudFront::Function', 'EventPage').Properties;
  const handler = runInNewContext(`${text(FunctionCode)}; handler`) as (event: object) => object;

  it('is the same file for both origins, and the viewer cannot say which page is meant', () => {
    const headers = { 'x-page-path': { value: '/event/other' } };
    const request = { uri: '/event/evt_a/timeline', headers };
    expect(handler({ viewer: { ip: '198.51.100.7' }, request })).toEqual({
      uri: '/index.html',
      headers: {
        'x-page-path': { value: '/event/evt_a/timeline' },
        'x-viewer-address': { value: '198.51.100.7' },
      },
    });
  });
});

describe('the key of signed media URLs', () => {
  it('is the stage’s own', () => {
    const key = one(dev, 'AWS::CloudFront::PublicKey');
    expect((key.Properties['PublicKeyConfig'] as Fields)['EncodedKey']).toBe(pem);
    const group = one(dev, 'AWS::CloudFront::KeyGroup').Properties['KeyGroupConfig'] as Fields;
    expect(group['Items']).toEqual([{ Ref: key.id }]);
    const lambda = properties(dev, one(dev, 'AWS::Lambda::Function', 'savemedia'));
    expect((lambda['Environment'] as { Variables: Fields }).Variables['MEDIA_KEY_IDS']).toBe(
      `${fingerprint(pem)}=${ref(key)}`,
    );
  });

  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const next = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const both = synthesize({
    stage: stages.dev,
    mediaKeys: { pems: [pem, next], belongsToStage: false },
    functions: fewCalls,
  });

  it('is trusted together with the next one', () => {
    const keys = find(both, 'AWS::CloudFront::PublicKey');
    const idOf = (one: string) =>
      keys.find(({ Properties }) => (Properties['PublicKeyConfig'] as Fields)['EncodedKey'] === one)?.id;
    const group = one(both, 'AWS::CloudFront::KeyGroup').Properties['KeyGroupConfig'] as Fields;
    expect(group['Items']).toEqual([{ Ref: idOf(pem) }, { Ref: idOf(next) }]);
    // The first stays the resource that it was.
    expect(idOf(pem)).toBe(one(dev, 'AWS::CloudFront::PublicKey').id);
  });

  it('becomes a new resource when it changes, and is not exported', () => {
    const other = synthesizedAsIs(stages.dev);
    expect(one(other, 'AWS::CloudFront::PublicKey').id).not.toBe(one(dev, 'AWS::CloudFront::PublicKey').id);
    const exports = Object.values(dev.templates.edge.Outputs ?? {}).filter(
      ({ Export }) => Export !== undefined,
    );
    expect(JSON.stringify(exports)).not.toContain('MediaKey');
  });

  it('is a placeholder if it is missing, and then the deployment is refused', () => {
    expect(both.templates.edge.Rules?.['MediaKeyIsMissing']).toEqual({
      Assertions: [
        {
          Assert: { 'Fn::Equals': ['placeholder key', 'own key'] },
          AssertDescription: 'Run npm run secrets -- --stage dev and commit the public key that it writes.',
        },
      ],
    });
    expect(dev.templates.edge.Rules ?? {}).not.toHaveProperty('MediaKeyIsMissing');
  });
});

describe('the web build', () => {
  const deployments = find(dev, 'Custom::CDKBucketDeployment');

  it('is uploaded rule by rule, hashed files first, and nothing is ever removed', () => {
    const inOrder = deployments.toSorted((left, right) => (left.id < right.id ? -1 : 1));
    expect(
      inOrder.map(({ Properties }) => (Properties['SystemMetadata'] as Fields)['cache-control']),
    ).toEqual(webCacheControl.map(({ cacheControl }) => cacheControl));
    expect(inOrder.map(({ Properties }) => Properties['Prune'])).toEqual(inOrder.map(() => false));
    expect(inOrder.map(({ Properties }) => [Properties['Exclude'], Properties['Include']])).toEqual([
      [['*'], ['assets/*']],
      [['assets/*'], undefined],
    ]);
    const [hashed, pages] = inOrder;
    expect(pages?.DependsOn).toContain(hashed?.id);
  });

  it('invalidates pages in CloudFront’s cache, and no hashed file', () => {
    const invalidated = deployments.flatMap(({ Properties }) => Properties['DistributionPaths'] ?? []);
    expect(invalidated).toEqual(['/index.html', '/pictures/logo.svg', '/sw.js']);
    const [pages] = deployments.filter(({ Properties }) => Properties['DistributionPaths']);
    expect(properties(dev, pages as Found)['DistributionId']).toBe(
      ref(one(dev, 'AWS::CloudFront::Distribution')),
    );
  });
});

/**
 * As a browser sees them. The origin may replace none of them, except the policy of a page that holds styles.
 */
function headersSent(policy: string, leavesPolicy: boolean): Record<string, string> {
  const found = find(dev, 'AWS::CloudFront::ResponseHeadersPolicy').find(
    (candidate) => ref(candidate) === policy,
  );
  const { SecurityHeadersConfig, CustomHeadersConfig } = properties(dev, found as Found)[
    'ResponseHeadersPolicyConfig'
  ] as { SecurityHeadersConfig: Record<string, Fields>; CustomHeadersConfig: { Items: Fields[] } };
  const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    SecurityHeadersConfig;
  const all = [...Object.values(SecurityHeadersConfig), ...CustomHeadersConfig.Items];
  const left = all.filter(({ Override }) => Override !== true);
  expect(left).toEqual(leavesPolicy ? [ContentSecurityPolicy] : []);
  return {
    'Content-Security-Policy': text(ContentSecurityPolicy?.['ContentSecurityPolicy']),
    'Referrer-Policy': text(ReferrerPolicy?.['ReferrerPolicy']),
    'X-Content-Type-Options': SecurityHeadersConfig['ContentTypeOptions'] ? 'nosniff' : '',
    'X-Frame-Options': text(FrameOptions?.['FrameOption']),
    'Strict-Transport-Security': `max-age=${text(StrictTransportSecurity?.['AccessControlMaxAgeSec'])}${
      StrictTransportSecurity?.['IncludeSubdomains'] === true ? '; includeSubDomains' : ''
    }`,
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [text(Header), text(Value)])),
  };
}

/** What pages may reach besides their own site. */
function site() {
  const liveOrigin = `wss://${att(one(dev, 'AWS::AppSync::Api'), 'Dns.Realtime')}`;
  return { objectOrigin: mediaOrigin(), liveOrigin, https: true };
}

function mediaOrigin(): string {
  return `https://${att(one(dev, 'AWS::S3::Bucket', 'MediaBucket'), 'RegionalDomainName')}`;
}

function webBuild(): string {
  const folder = join(scratch, 'build');
  for (const file of [
    'index.html',
    'sw.js',
    'pictures/logo.svg',
    'assets/app-1a2b.js',
    'assets/app-1a2b.js.map',
  ]) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}
