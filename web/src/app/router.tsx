import { type ComponentType, createElement, lazy, useState } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useScreenSession } from '../lib/use-session.ts';
import type { pageCode } from './page-code.ts';

// Documents of the landing page and of events name their page's code as well: web/rendered-pages-plugin.ts.
const landing = drawnPage(() => import('../routes/landing.tsx'));
const event = drawnPage(() => import('../routes/event/event.tsx'));
const Dashboard = lazy(() => import('../routes/dashboard.tsx'));

const lazyPage = (name: keyof typeof pageCode) =>
  lazy(async () => (await import('./page-code.ts')).pageCode[name]());
const CreateEvent = lazyPage('createEvent');
const Checkout = lazyPage('checkout');
const Timeline = lazyPage('timeline');
const Moderation = lazyPage('moderation');
const People = lazyPage('people');
const Payments = lazyPage('payments');
const Numbers = lazyPage('numbers');
const Print = lazyPage('print');
const Wall = lazyPage('wall');
const CoHost = lazyPage('coHost');
const Join = lazyPage('join');
const Privacy = lazyPage('privacy');
const Terms = lazyPage('terms');
const SignedOut = lazyPage('signedOut');
const NotFound = lazyPage('notFound');

/** A page that the server draws. React takes it over in one go if it was loaded before, and otherwise drops what is pressed meanwhile. */
function drawnPage(load: () => Promise<{ default: ComponentType }>) {
  const Lazy = lazy(load);
  let Loaded: ComponentType | undefined;
  return {
    load: async () => {
      Loaded = (await load()).default;
    },
    Page: () => createElement(Loaded ?? Lazy),
  };
}

/** Loads the code of the page that the server has drawn at an address, before anything is rendered. */
export const loadDrawnPage = (pathname: string): Promise<void> =>
  (pathname === paths.home ? landing : event).load();

/** Every page of the site. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="/event/:eventId" element={<event.Page />} />
      <Route path="/event/:eventId/checkout" element={<Checkout />} />
      <Route path="/event/:eventId/timeline" element={<Timeline />} />
      <Route path="/event/:eventId/wall" element={<Wall />} />
      <Route path="/event/:eventId/co-host" element={<CoHost />} />
      <Route path="/j/:code" element={<Join />} />
      <Route path="/privacy" element={<Privacy />} />
      <Route path="/terms" element={<Terms />} />
      <Route element={<SignedIn />}>
        <Route path="/create" element={<CreateEvent />} />
        <Route path="/event/:eventId/moderate" element={<Moderation />} />
        <Route path="/event/:eventId/people" element={<People />} />
        <Route path="/event/:eventId/numbers" element={<Numbers />} />
        <Route path="/event/:eventId/print" element={<Print />} />
        <Route path="/event/:eventId/payments" element={<Payments />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** Anonymous viewers' pages embed the answer. A lookup in progress means there is a session cookie, which has rarely expired. */
function Home() {
  const { user, isLoading } = useScreenSession();
  return user || isLoading ? <Dashboard /> : <landing.Page />;
}

/** Pages for signed-in users; others get Not Found. Nothing is shown while the session is loading. */
function SignedIn() {
  const { user, isLoading } = useScreenSession();
  const [hadUser, setHadUser] = useState(false);
  if (user && !hadUser) setHadUser(true);
  if (isLoading) return null;
  if (user) return <Outlet />;
  // The page exists, as whoever was signed out on it has seen.
  return hadUser ? <SignedOut /> : <NotFound />;
}
