import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import type { LiveJob } from '../domain/job-messages.ts';

/** What telling an event's listeners needs of the outside. */
export type TellPorts = {
  readonly now: () => Date;
  readonly publish: (channel: string, messages: readonly LiveMessage[]) => Promise<void>;
  readonly resend: (job: LiveJob, delaySeconds: number) => Promise<void>;
};
