import { useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { LockDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of a page for signed-in users, once they have been signed out on it. */
export default function SignedOut() {
  const { pathname, search } = useLocation();
  usePageTitle('Signed Out');
  return (
    <EmptyState
      level={1}
      drawing={<LockDrawing />}
      title="Signed Out"
      text="This page is only for people who are signed in."
      action={
        <ButtonAnchor variant="primary" href={paths.login(pathname + search)}>
          Sign In
        </ButtonAnchor>
      }
    />
  );
}
