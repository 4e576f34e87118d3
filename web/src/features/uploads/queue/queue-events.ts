import type { StepFailure } from './classify-response.ts';
import type { AdoptedJob, SelectedFile, UploadJob } from './upload-job.ts';
import type { BrowserIdentity } from './effective-uploader.ts';
import type { Ticket } from './upload-steps.ts';

/** The outside when an event happened. */
export type Moment = {
  readonly nowMs: number;
  /** The browser's word on the network, which may be wrong. */
  readonly isOnline: boolean;
  /** A random number from 0 to 1. */
  readonly random: number;
};

/** How a step ended, or how far it is. */
export type StepOutcome<Saved> =
  | { readonly type: 'progressed'; readonly sentBytes: number }
  | { readonly type: 'copyRead'; readonly blob: Blob | undefined }
  | { readonly type: 'ticketIssued'; readonly ticket: Ticket }
  | { readonly type: 'putAnswered'; readonly status: number }
  | { readonly type: 'saved'; readonly saved: Saved }
  | { readonly type: 'published' }
  | { readonly type: 'stepFailed'; readonly failure: StepFailure };

/** @typeParam run that of the step */
export type StepEvent<Saved> = StepOutcome<Saved> & { readonly run: number };

/** Everything that can happen to the queue. */
export type QueueEvent<Saved = unknown> =
  | {
      readonly type: 'filesAdded';
      readonly owner: Pick<UploadJob, 'eventId' | 'uploader'>;
      readonly files: readonly (SelectedFile & { readonly id: string })[];
    }
  /** A job and its file are stored. */
  | { readonly type: 'stored'; readonly id: string }
  /** The session says who uses this browser: somebody else, or the same person, who is thereby confirmed. */
  | { readonly type: 'personChanged'; readonly person: BrowserIdentity }
  /** Jobs of ended pages were taken over. */
  | { readonly type: 'adopted'; readonly jobs: readonly AdoptedJob[] }
  /** Somebody's account was deleted. */
  | { readonly type: 'personLeft'; readonly uploader: string }
  | { readonly type: 'retried'; readonly id: string; readonly uploader: string }
  | { readonly type: 'dismissed'; readonly ids: readonly string[] }
  /** The network or the page is back. */
  | { readonly type: 'networkResumed' }
  | { readonly type: 'woken' }
  | { readonly type: 'stopped' }
  | StepEvent<Saved>;

/** An event with its moment. */
export type Timed<Event> = Event & { readonly at: Moment };
