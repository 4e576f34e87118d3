import AlertIcon from 'lucide-react/icons/circle-alert';
import type { LinkProps } from 'react-router-dom';
import { unsupportedText } from '../../lib/unsupported-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { UploadsOutcome } from './outcome-of-uploads.ts';
import styles from './upload-outcome.module.css';

type UploadOutcomeProps = {
  outcome: UploadsOutcome;
  /** Whether the viewer approves files themselves. */
  isHost: boolean;
  /** To one's uploads. */
  link: Pick<LinkProps, 'to' | 'state'>;
};

/** What has become of the files that were just sent. */
export function UploadOutcome({ outcome, isHost, link }: UploadOutcomeProps) {
  const { waitingCount, unsupported } = outcome;
  return (
    <div className={styles.outcome}>
      <output>
        {waitingCount > 0 && (isHost ? hostsText(waitingCount) : guestsText(waitingCount))}
        {unsupported.length > 0 && (
          <ul aria-label="Files that can’t be shown">
            {unsupported.map(({ id, originalName, unsupportedReason }) => (
              <li key={id}>
                <AlertIcon aria-hidden="true" />
                <span>
                  <bdi>{originalName ?? 'A file'}</bdi> can’t be shown. {unsupportedText(unsupportedReason)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </output>
      <ButtonLink {...link}>Your Uploads</ButtonLink>
    </div>
  );
}

const guestsText = (count: number): string =>
  count === 1
    ? 'The host has to approve your file before everybody sees it.'
    : `The host has to approve your ${count} files before everybody sees them.`;

const hostsText = (count: number): string =>
  count === 1 ? 'Your file waits for your approval.' : `Your ${count} files wait for your approval.`;
