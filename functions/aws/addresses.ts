import * as z from 'zod/mini';
import { declareSetting } from './declare-setting.ts';

// Every address that differs between AWS and the local system. A double replaces the real service by its
// address alone: no other module knows of it.

/** Host names that never leave this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** https anywhere, http on this machine only: a wrong setting cannot send anything over an open network. */
export function isSafeUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const url = <V extends string>(variable: V) =>
  declareSetting(variable, z.string().check(z.refine(isSafeUrl)));
/** The same for wss, and ws. */
const socketUrl = <V extends string>(variable: V) =>
  declareSetting(
    variable,
    z.string().check(
      z.startsWith('ws'),
      z.refine((text) => isSafeUrl(`http${text.slice(2)}`)),
    ),
  );
const matching = <V extends string>(variable: V, pattern: RegExp) =>
  declareSetting(variable, z.string().check(z.regex(pattern)));

function origins<V extends string>(variable: V) {
  const apart = z.pipe(
    z.string(),
    z.transform((list) => list.split(' ')),
  );
  const origin = z.string().check(z.refine((text) => isSafeUrl(text) && new URL(text).origin === text));
  return declareSetting(variable, z.pipe(apart, z.array(origin)));
}

/** The product's address, without a trailing slash. */
export const siteUrl = /* @__PURE__ */ url('SITE_URL');
/** Where people sign in: the base of Cognito's domain, `https://….auth.us-east-1.amazoncognito.com`. */
export const signInUrl = /* @__PURE__ */ url('SIGN_IN_URL');
/** The JWKS URL of the keys that sign id tokens. */
export const jwksUri = /* @__PURE__ */ url('JWKS_URI');
/** Stripe's API: `https://api.stripe.com`. */
export const stripeApiUrl = /* @__PURE__ */ url('STRIPE_API_URL');
/** The path of the secrets in Parameter Store, each under its own name: `/gatherlens/{stage}`. */
export const secretsPath = /* @__PURE__ */ matching('SECRETS_PATH', /^\/.*[^/]$/);
/**
 * The origins of browsers' push services, separated by spaces. `https://*.push.example` stands for every name
 * under it. The address of a subscription comes from its sender, and requests go to it: no other is accepted.
 */
export const pushOrigins = /* @__PURE__ */ origins('PUSH_ORIGINS');
/** The contact for push services (RFC 8292, 2.1): an https or mailto URL. */
export const vapidSubject = /* @__PURE__ */ matching('VAPID_SUBJECT', /^(?:https:\/\/|mailto:)./);
/** Where changes of events are published: AWS AppSync Events' HTTP endpoint, `https://….appsync-api.us-east-1.amazonaws.com/event`. */
export const liveEventsUrl = /* @__PURE__ */ url('LIVE_EVENTS_URL');
/** Where browsers hear of them: its realtime endpoint, `wss://….appsync-realtime-api.us-east-1.amazonaws.com/event/realtime`. */
export const liveSocketUrl = /* @__PURE__ */ socketUrl('LIVE_SOCKET_URL');
