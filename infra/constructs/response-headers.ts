import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Behaviour } from '../edge/path-behaviours.ts';
import { securityHeaders, type Site } from '../edge/security-headers.ts';

/** The security headers of one kind of behaviour, as a CloudFront policy. */
export function addResponseHeaders(
  scope: Construct,
  kind: Behaviour['headers'],
  site: Site,
): ResponseHeadersPolicy {
  const security = securityHeaders(kind, site);
  const transport = security.strictTransportSecurity;
  return new ResponseHeadersPolicy(scope, `Headers-${kind}`, {
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: security.contentSecurityPolicy,
        override: kind !== 'page',
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      ...(transport && {
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(transport.maxAgeSeconds),
          includeSubdomains: transport.includeSubdomains,
          override: true,
        },
      }),
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(security.custom).map(([header, value]) => ({
        header,
        value,
        override: true,
      })),
    },
  });
}
