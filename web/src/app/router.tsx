import { lazy, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { matchPath } from '../lib/match-path.ts';
import { useSession } from '../lib/use-session.ts';

const Landing = lazy(() => import('../routes/landing.tsx'));
const Dashboard = lazy(() => import('../routes/dashboard.tsx'));
const CreateEvent = lazy(() => import('../routes/create-event.tsx'));
const EventRoute = lazy(() => import('../routes/event/event.tsx'));
const Checkout = lazy(() => import('../routes/checkout.tsx'));
const Timeline = lazy(() => import('../routes/timeline.tsx'));
const Moderation = lazy(() => import('../routes/moderation.tsx'));
const People = lazy(() => import('../routes/people.tsx'));
const Payments = lazy(() => import('../routes/payments.tsx'));
const Privacy = lazy(() => import('../routes/privacy.tsx'));
const Terms = lazy(() => import('../routes/terms.tsx'));
const NotFound = lazy(() => import('../routes/not-found.tsx'));

/** Pages for everybody. A flat table saves the 3 kB of `<Routes>`. */
const pages: Record<string, ReactNode> = {
  '/event/:eventId': <EventRoute />,
  '/event/:eventId/checkout': <Checkout />,
  '/event/:eventId/timeline': <Timeline />,
  '/privacy': <Privacy />,
  '/terms': <Terms />,
};

/** Pages for signed-in users; others get Not Found. Nothing is shown while the session is loading. */
const hostPages: Record<string, ReactNode> = {
  '/create': <CreateEvent />,
  '/event/:eventId/moderate': <Moderation />,
  '/event/:eventId/people': <People />,
  '/event/:eventId/payments': <Payments />,
};

/** Renders the page for the current URL. */
export function AppRoutes() {
  const { user, isLoading } = useSession();
  const { page } = matchPath(useLocation().pathname);

  // Visitors' pages embed the answer. A lookup in progress means there is a session cookie, which has rarely expired.
  if (page === '/') return user || isLoading ? <Dashboard /> : <Landing />;
  if (page in hostPages && isLoading) return null;
  return pages[page] ?? (user && hostPages[page]) ?? <NotFound />;
}
