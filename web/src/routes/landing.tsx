import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CallToAction } from '../features/landing/call-to-action.tsx';
import { DemoForm } from '../features/landing/demo-form.tsx';
import { Features } from '../features/landing/features.tsx';
import { Footer } from '../features/landing/footer.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { Pricing } from '../features/landing/pricing.tsx';
import { HowItWorks } from '../features/landing/how-it-works.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './landing.module.css';

const JoinDialog = lazyDialog(() => import('../features/landing/join-dialog.tsx'));

const SIGN_IN_FAILED = { title: 'Sign In', text: 'Signing in did not work. Please try again.' };

/** The landing page for anonymous viewers. */
export default function Landing() {
  const [isJoining, setJoining] = useState(false);
  const { hash, search } = useLocation();
  usePageTitle(undefined);
  useEffect(() => {
    // The anchor's section was not rendered yet when the browser looked for it.
    if (hash.length > 1) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  useEffect(() => {
    // A failed sign-in redirects here.
    if (new URLSearchParams(search).get('signin') === 'failed') toast(SIGN_IN_FAILED, 'bad');
  }, [search]);
  return (
    <>
      <Hero onJoin={() => setJoining(true)} />
      <div className={styles.below}>
        <Features />
        <HowItWorks />
        <DemoForm />
        <Pricing />
        <CallToAction />
        <Footer />
      </div>
      {isJoining && <JoinDialog onClose={() => setJoining(false)} />}
    </>
  );
}
