import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { FrameDrawing, PrintsDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

type NoPhotosProps =
  | { reason: 'none' | 'not-voted' }
  | { reason: 'failed' | 'no-more'; error: unknown; onRetry: () => void };

/** What stands in the place of photos. Adding some is offered by the button that is always there. */
export default function NoPhotos(props: NoPhotosProps) {
  switch (props.reason) {
    case 'none':
      return (
        <EmptyState
          drawing={<PrintsDrawing />}
          title="No photos yet"
          text="Be the first to share memories from this event!"
        />
      );
    case 'not-voted':
      return <EmptyState drawing={<PrintsDrawing />} title="No voted photos yet" />;
    case 'failed':
    case 'no-more':
      return (
        <EmptyState
          drawing={props.reason === 'failed' && <FrameDrawing />}
          title={props.reason === 'failed' ? 'The photos did not come' : 'The next photos did not come'}
          text={messageOf(props.error, 'The network may be slow. What is there stays there.')}
          action={<Button onClick={props.onRetry}>Try again</Button>}
        />
      );
  }
}
