import HeartIcon from 'lucide-react/icons/heart';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { useFormats } from '../../lib/known-texts.ts';
import styles from './vote-button.module.css';

type VoteButtonProps = {
  item: Pick<MediaView, 'voteCount' | 'hasVoted' | 'status'>;
  /** Whether the viewer may vote on it, or take their vote back. */
  mayVote: boolean;
  /** Why not, if they may not. */
  hint: string;
  onToggle: () => void;
  /** Called when somebody presses it who may not vote: says what they can do. */
  onExplain: () => void;
  /** Called on hover or focus, to preload. */
  onNear: () => void;
};

/** A heart with its count. Only approved items can be voted on, by users and guests. */
export function VoteButton({ item, mayVote, hint, onToggle, onExplain, onNear }: VoteButtonProps) {
  const { formatCount, pluralize } = useFormats();
  const count = pluralize(item.voteCount, 'vote');
  return (
    <button
      type="button"
      className={styles.vote}
      aria-pressed={item.hasVoted}
      aria-label={`Vote, ${count}`}
      disabled={item.status !== 'approved'}
      // Not `disabled`, which a phone does not explain: it does not vote, and says how one can.
      aria-disabled={!mayVote || undefined}
      title={mayVote ? undefined : hint}
      onClick={mayVote ? onToggle : onExplain}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <HeartIcon />
      <span>{formatCount(item.voteCount)}</span>
    </button>
  );
}
