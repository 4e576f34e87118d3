import SparklesIcon from 'lucide-react/icons/sparkles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { messages } from '../../../../shared/messages.ts';
import { Button } from '../../ui/button.tsx';
import { generateHighlights } from './actions.ts';
import styles from './generate-highlights-card.module.css';

/** As many photos a choice needs. */
const MIN_PHOTOS = 3;

type GenerateHighlightsCardProps = {
  eventId: string;
  /** Approved ones, to pick from. */
  photos: number;
};

/** Where the owner has highlights picked for the first time. */
export function GenerateHighlightsCard({ eventId, photos }: GenerateHighlightsCardProps) {
  const id = useId();
  const { mutate, isPending } = useMutation(generateHighlights(useQueryClient(), eventId));
  const isEnough = photos >= MIN_PHOTOS;
  return (
    <section className={styles.card} aria-labelledby={`${id}title`}>
      <div>
        <h2 id={`${id}title`}>AI Highlights</h2>
        <p id={`${id}hint`}>{isEnough ? 'Let the best photos stand out.' : messages.tooFewHighlights}</p>
      </div>
      <Button
        disabled={!isEnough}
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
