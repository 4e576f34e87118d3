import type { Behaviour } from './path-behaviours.ts';

export type Site = {
  /** Scheme and host that browsers PUT uploads to and download files from; pages show nothing of it. */
  readonly objectOrigin: string;
  /** Scheme and host of the WebSockets by which pages hear of changes. */
  readonly liveOrigin: string;
  readonly https: boolean;
};

export type SecurityHeaders = {
  readonly contentSecurityPolicy: string;
  readonly referrerPolicy: 'same-origin';
  /** Absent if the site is not on https. */
  readonly strictTransportSecurity?: { readonly maxAgeSeconds: number; readonly includeSubdomains: true };
  /** Headers without a CloudFront setting of their own, unlike X-Content-Type-Options and X-Frame-Options. */
  readonly custom: Readonly<Record<string, string>>;
};

/** The security headers of one kind of behaviour, as CloudFront's settings. */
export function securityHeaders(kind: Behaviour['headers'], site: Site): SecurityHeaders {
  return {
    contentSecurityPolicy: kind === 'media' ? mediaPolicy : sitePolicy(site),
    referrerPolicy: 'same-origin',
    ...(site.https && {
      strictTransportSecurity: { maxAgeSeconds: 2 * 365 * 24 * 60 * 60, includeSubdomains: true },
    }),
    custom: {
      'Permissions-Policy':
        'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  };
}

/** The security headers as a browser receives them. */
export function headersOf(security: SecurityHeaders): Record<string, string> {
  const transport = security.strictTransportSecurity;
  return {
    'Content-Security-Policy': security.contentSecurityPolicy,
    'Referrer-Policy': security.referrerPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(transport && {
      'Strict-Transport-Security': `max-age=${transport.maxAgeSeconds}; includeSubDomains`,
    }),
    ...security.custom,
  };
}

/** A media file opened on its own may display itself and run nothing. */
const mediaPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

function sitePolicy({ objectOrigin, liveOrigin, https }: Site): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Blurred placeholders are data:, own files before their renditions blob:. Nothing of another site is ever shown.
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${objectOrigin} ${liveOrigin}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
