import SparklesIcon from 'lucide-react/icons/sparkles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { generateHighlights } from './actions.ts';

/** Lets the owner generate the highlights again. */
export default function RegenerateButton({ eventId }: { eventId: string }) {
  const { mutate, isPending } = useMutation(generateHighlights(useQueryClient(), eventId));
  return (
    <Button variant="quiet" pending={isPending} onClick={() => mutate()}>
      {!isPending && <SparklesIcon />}
      {isPending ? 'Regenerating...' : 'Regenerate'}
    </Button>
  );
}
