import type { Endpoint, ReplyOf, RequestOf } from '../../../shared/contract/endpoint.ts';
import type * as archives from '../../../shared/contract/downloads.ts';
import type * as auth from '../../../shared/contract/sign-in.ts';
import type * as browserReports from '../../../shared/contract/browser-reports.ts';
import type * as coHosts from '../../../shared/contract/co-hosts.ts';
import type * as eventCodes from '../../../shared/contract/event-codes.ts';
import type * as events from '../../../shared/contract/events.ts';
import type * as guests from '../../../shared/contract/guests.ts';
import type * as highlights from '../../../shared/contract/highlights.ts';
import type * as liveUpdates from '../../../shared/contract/live-updates.ts';
import type * as media from '../../../shared/contract/media.ts';
import type * as numbers from '../../../shared/contract/numbers.ts';
import type * as objects from '../../../shared/contract/uploads.ts';
import type * as people from '../../../shared/contract/people.ts';
import type * as payments from '../../../shared/contract/payments.ts';
import type * as push from '../../../shared/contract/notifications.ts';
import type * as votes from '../../../shared/contract/votes.ts';

// Types only, which keeps the contract's schemas out of the bundle.
type Exports =
  | (typeof archives)[keyof typeof archives]
  | (typeof auth)[keyof typeof auth]
  | (typeof browserReports)[keyof typeof browserReports]
  | (typeof coHosts)[keyof typeof coHosts]
  | (typeof eventCodes)[keyof typeof eventCodes]
  | (typeof events)[keyof typeof events]
  | (typeof guests)[keyof typeof guests]
  | (typeof highlights)[keyof typeof highlights]
  | (typeof liveUpdates)[keyof typeof liveUpdates]
  | (typeof media)[keyof typeof media]
  | (typeof numbers)[keyof typeof numbers]
  | (typeof objects)[keyof typeof objects]
  | (typeof people)[keyof typeof people]
  | (typeof payments)[keyof typeof payments]
  | (typeof push)[keyof typeof push]
  | (typeof votes)[keyof typeof votes];

type Defined = Extract<Exports, Endpoint>;

/** Every call of the contract, by `"METHOD /path"`. */
export type Calls = { [E in Defined as `${E['method']} ${E['path']}`]: E };

/** The name of a call, for example `"GET /api/events/{eventId}"`. */
export type CallName = keyof Calls;

/** The parsed JSON that a call returns; undefined for 204. */
export type Reply<N extends CallName> = ReplyOf<Calls[N]>;

/** Drops the parts of a request that the call does not define, so that they cannot be passed. */
type WithoutUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Makes a query optional if all its fields are. */
type OptionalQuery<T> = T extends { query: infer Q }
  ? Partial<Q> extends Q
    ? Omit<T, 'query'> & { query?: Q }
    : T
  : T;

/** The input of a call. */
export type CallInput<N extends CallName> = OptionalQuery<WithoutUndefined<RequestOf<Calls[N]>>> & {
  signal?: AbortSignal;
  /** Whom the call is made for, a user's id or `none`, if it may outlive their screen. */
  as?: string;
};
