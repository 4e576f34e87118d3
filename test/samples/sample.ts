import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { AccessAnswers } from './access-answers.ts';

// What the tests know about each call: one file per noun of the contract, and all calls together in
// samples.ts.

/** Who sends a sample. */
export type CallerName =
  | 'owner'
  | 'participant'
  /** Has an account, but is in no event. */
  | 'newcomer'
  /** Has voted for the item. */
  | 'guest'
  /** Has voted for nothing. */
  | 'other guest'
  | 'anonymous'
  /** On the way back from the sign-in page. */
  | 'browser signing in';

type GuestIdentity = { readonly guestId: string; readonly token: string };

/** What a request can be about, for its sender: rows of a mocked table, or data of the running system. */
export type SampleWorld = {
  /** Public and free. */
  readonly eventId: string;
  readonly paidEventId: string;
  /** An approved item of the event. */
  readonly mediaId: string;
  readonly pendingMediaId: string;
  /** The caller's own, if the caller could upload one. */
  readonly ownMediaId: string;
  /** A user who has joined the event. */
  readonly participantId: string;
  /** A co-host of the event. */
  readonly coHostId: string;
  /** A guest whom the owner can remove. */
  readonly bystanderId: string;
  /** The caller's, if that is a guest. */
  readonly identity?: GuestIdentity | undefined;
  readonly loginState: string;
  readonly subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } };
  readonly webhookSecret: string;
  readonly now: Date;
  // What a call uses up is made anew in the running system.
  readonly newEventId: () => Promise<string>;
  /** Of the event that is made anew. */
  readonly eventName: string;
  /** The code of an event that is not private. */
  readonly eventCode: () => Promise<string>;
  /** A link that makes one person a co-host, of an event that is made anew. */
  readonly newCoHostLink: () => Promise<{ readonly eventId: string; readonly code: string }>;
  readonly newMediaId: () => Promise<string>;
  /** A JPEG that the caller has sent but not saved. */
  readonly newUpload: () => Promise<{ readonly objectPath: string; readonly fileSize: number }>;
  readonly newGuest: () => Promise<GuestIdentity>;
  readonly archiveId: () => Promise<string>;
  readonly paymentId: () => Promise<string>;
};

export type SampleRequest = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type MakeRequest = (world: SampleWorld) => Promise<SampleRequest> | SampleRequest;

export type AccessCase = {
  /** If it is not the call's only case. */
  readonly name?: string;
  /** If it is not the sample's own request. */
  readonly request?: MakeRequest;
  readonly answers: AccessAnswers;
  /** What is compared instead of the status of a success. */
  readonly comparedValue?: (json: any) => string;
};

/** What the tests send to a call, and what they expect of it. */
export type CallSample = {
  readonly endpoint: Endpoint;
  /** Who may send it, and does unless the test says otherwise. */
  readonly caller: CallerName;
  /** Without it, the request has neither parameters nor a body. */
  readonly request?: MakeRequest;
  /** Requests to the table, as `2 Get, 1 Query`. docs/table.md says what each takes. */
  readonly tableRequests: string;
  /** What each role is answered; for a call about an event, by kind of event. */
  readonly access?: readonly AccessCase[];
  /** What is special about the call when AWS is mocked and fails. */
  readonly withMockedAws?: {
    /** The refusal that it answers, because a success needs more than AWS. */
    readonly refusal?: number;
    /** Parts of it may fail without failing the call: the change stands, and a job does the rest. */
    readonly isLenient?: boolean;
    /** It may read secrets, but this request has no URL to sign. */
    readonly signsNothing?: boolean;
  };
};
