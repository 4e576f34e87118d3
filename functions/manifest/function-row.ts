import type { SecretName } from '../aws/secrets.ts';
import type { SettingName } from '../aws/setting-name.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Noun } from './nouns.ts';

/** Queues by name; each has a dead-letter queue `<name>-dlq`. */
export type QueueName =
  | 'originals'
  | 'media'
  | 'heavy'
  | 'videos'
  | 'moves'
  | 'deletions'
  | 'people'
  | 'push'
  | 'archives'
  | 'votes'
  | 'arrivals'
  | 'live';

/** A queue or its dead-letter queue. */
export type SendTarget = QueueName | `${QueueName}-dlq`;

/** Actions on the table's rows, as IAM names them without the prefix. */
export type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem';

/**
 * Actions on objects under one prefix of the media bucket. To IAM, HeadObject is GetObject; a copy is
 * GetObject and PutObject; beginning, writing and completing a multipart upload is PutObject.
 */
export type ObjectGrant = {
  readonly prefix:
    | 'incoming/'
    | 'media/originals/'
    | 'media/held/'
    | 'media/open/'
    | 'media/copies/'
    | 'media/archives/';
  readonly actions: readonly (
    | 'GetObject'
    | 'GetObjectVersion'
    | 'PutObject'
    | 'DeleteObject'
    | 'DeleteObjectVersion'
    | 'AbortMultipartUpload'
    | 'ListMultipartUploadParts'
  )[];
};

/** What one Lambda may do, and nothing else. */
export type Grants = {
  readonly table?: readonly TableAction[];
  /** Secondary indexes that it queries. */
  readonly indexes?: readonly ('gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5')[];
  readonly objects?: readonly ObjectGrant[];
  /** Listing objects by prefix. Without it S3 answers 403 instead of 404 for an object that is missing. */
  readonly listObjects?: readonly ObjectGrant['prefix'][];
  /** Listing versions of objects by prefix, delete markers included. As above, for versions that are missing. */
  readonly listVersions?: readonly ObjectGrant['prefix'][];
  readonly send?: readonly QueueName[];
  readonly secrets?: readonly SecretName[];
  /** Invalidating paths of the stage's CloudFront distribution. */
  readonly invalidate?: boolean;
  /** Deleting the accounts that people sign in with. */
  readonly deleteAccounts?: boolean;
  /** Publishing what changed to the browsers that listen. */
  readonly publishLiveUpdates?: boolean;
  /** Asking the stage's Bedrock model for highlights, if it has one. */
  readonly bedrock?: boolean;
};

/** What makes a function answer a request. */
export type RequestTrigger =
  | { readonly kind: 'http'; readonly endpoint: Endpoint }
  /** Every request that no other route matches. */
  | { readonly kind: 'unmatched' }
  /** A page or a picture, not a call: it is in no contract, and CloudFront requests it at one route. */
  | { readonly kind: 'page'; readonly path: `/${string}` };

/** What makes a function work in the background. */
export type JobTrigger =
  | {
      readonly kind: 'queue';
      readonly queue: QueueName;
      /** Above 10, messages are collected for up to `batchingSeconds`. */
      readonly batchSize: number;
      readonly batchingSeconds?: number;
      /** The most instances that run at once. */
      readonly maxConcurrency?: number;
    }
  | {
      readonly kind: 'stream';
      readonly batchSize: number;
      readonly maxRetryAttempts: number;
      readonly onFailure: SendTarget;
    }
  | {
      readonly kind: 'schedule';
      readonly rateMinutes: number;
      /** The event that the function is called with, in place of EventBridge's own. */
      readonly input?: Readonly<Record<string, unknown>>;
    }
  /** AppSync asks it whether a browser may listen. */
  | { readonly kind: 'authorizer' };

export type Trigger = RequestTrigger | JobTrigger;

type Row = {
  readonly id: string;
  /** Source file, from the project's root. */
  readonly entry: string;
  readonly grants: Grants;
  /** Settings besides those that its trigger and grants imply. */
  readonly settings?: readonly SettingName[];
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Folder of the Dockerfile, if it runs from a container image because of the programs it starts. */
  readonly imageFolder?: string;
  /** Temporary disk, if more than the default of 512 MB is needed. */
  readonly diskMb?: number;
  /** Packages with native code or data files, which are put beside the bundle instead of into it. */
  readonly nativePackages?: readonly string[];
  /** Source file of a program that it runs as another process, which is put beside the bundle under its own name. */
  readonly program?: string;
};

/** A Lambda that answers requests. */
export type RequestRow = Row & {
  readonly trigger: RequestTrigger;
  /** What it is about. In AWS it belongs to this noun's stack, and must stay there. */
  readonly noun: Noun;
  /** What people may lose if this call fails: its failures also have an alarm of their own. */
  readonly carries?: 'uploads' | 'payments';
};

/** A Lambda that works in the background. */
export type JobRow = Row & {
  readonly trigger: JobTrigger;
  /** Seconds of its time that it keeps for queuing the rest of its work, or for writing its results. */
  readonly reserveSeconds?: number;
};

/**
 * One Lambda: what starts it, where its code is, what it may do. `infra/` makes AWS resources of it, and
 * `infra/local/` runs it in the local system.
 */
export type FunctionRow = RequestRow | JobRow;

/** A queue's settings. The visibility time-out follows from its worker's time-out. */
export type QueueRow = {
  readonly name: QueueName;
  readonly maxReceiveCount: number;
  /** Whether CloudFormation chose its name, which other stacks then read from an export of the data stack. */
  readonly isExported?: true;
};
