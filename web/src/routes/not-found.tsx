import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyFrameDrawing } from '../ui/empty-frame-drawing.tsx';

export default function NotFound() {
  usePageTitle('404 Page Not Found');
  return (
    <EmptyState
      level={1}
      drawing={<EmptyFrameDrawing />}
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      action={<ButtonLink to={paths.home}>Go Home</ButtonLink>}
    />
  );
}
