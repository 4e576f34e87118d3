import { lazy, useEffect } from 'react';
import { Route, Routes } from 'react-router-dom';
import { rememberSignedIn, wasSignedIn } from '../lib/known-visitor.ts';
import { useSession } from '../lib/use-session.ts';

const Landing = lazy(() => import('../routes/landing.tsx'));
const Dashboard = lazy(() => import('../routes/dashboard.tsx'));
const CreateEvent = lazy(() => import('../routes/create-event.tsx'));
const Gallery = lazy(() => import('../routes/gallery.tsx'));
const Timeline = lazy(() => import('../routes/timeline.tsx'));
const Moderation = lazy(() => import('../routes/moderation.tsx'));
const Privacy = lazy(() => import('../routes/privacy.tsx'));
const Terms = lazy(() => import('../routes/terms.tsx'));
const NotFound = lazy(() => import('../routes/not-found.tsx'));

/** Pages for hosts are not found by who is signed out; while nobody knows yet, nothing is said. */
export function AppRoutes() {
  const { user, isLoading } = useSession();
  useEffect(() => {
    if (!isLoading) rememberSignedIn(user !== null);
  }, [user, isLoading]);
  const isExpected = user !== null || (isLoading && wasSignedIn());
  const forHosts = (page: React.ReactNode) => (user ? page : isLoading ? null : <NotFound />);

  return (
    <Routes>
      <Route path="/" element={isExpected ? <Dashboard /> : <Landing />} />
      <Route path="/create" element={forHosts(<CreateEvent />)} />
      <Route path="/event/:eventId" element={<Gallery />} />
      <Route path="/event/:eventId/timeline" element={<Timeline />} />
      <Route path="/event/:eventId/moderate" element={forHosts(<Moderation />)} />
      <Route path="/privacy" element={<Privacy />} />
      <Route path="/terms" element={<Terms />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
