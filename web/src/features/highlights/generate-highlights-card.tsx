import SparklesIcon from 'lucide-react/icons/sparkles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { messages } from '../../../../shared/messages.ts';
import { MIN_HIGHLIGHTS } from '../../../../shared/values/min-highlights.ts';
import { Button } from '../../ui/button.tsx';
import { generateHighlights } from './actions.ts';
import styles from './generate-highlights-card.module.css';

type GenerateHighlightsCardProps = {
  eventId: string;
  /** Number of approved photos. */
  photos: number;
};

/** Lets the owner generate highlights for the first time. */
export function GenerateHighlightsCard({ eventId, photos }: GenerateHighlightsCardProps) {
  const id = useId();
  const { mutate, isPending } = useMutation(generateHighlights(useQueryClient(), eventId));
  const hasEnough = photos >= MIN_HIGHLIGHTS;
  return (
    <section className={styles.card} aria-labelledby={`${id}title`}>
      <div>
        <h2 id={`${id}title`}>AI Highlights</h2>
        <p id={`${id}hint`}>{hasEnough ? 'Let the best photos stand out.' : messages.tooFewHighlights}</p>
      </div>
      <Button
        disabled={!hasEnough}
        pending={isPending}
        aria-describedby={`${id}hint`}
        onClick={() => mutate()}
      >
        {!isPending && <SparklesIcon />}
        {isPending ? 'Generating...' : 'Generate Highlights'}
      </Button>
    </section>
  );
}
