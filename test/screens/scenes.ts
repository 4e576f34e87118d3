import { dialogScenes } from './dialog-scenes.ts';
import { at, press, type Scene } from './scene.ts';

/** Every screen, dialog and state. */
export const scenes: readonly Scene[] = [
  { name: 'landing', who: 'visitor', path: '/', isWhole: true },
  { name: 'not-found', who: 'visitor', path: '/nowhere' },
  { name: 'privacy', who: 'visitor', path: '/privacy' },
  { name: 'terms', who: 'visitor', path: '/terms' },
  { name: 'sign-in', who: 'visitor', path: '/api/login', isWhole: true },
  {
    name: 'checkout',
    who: 'guest',
    path: at('paid'),
    act: async (page) => {
      await press('link', /^Pay /)(page);
      await page.waitForURL(/\/c\/pay\//);
    },
  },
  { name: 'offline', who: 'visitor', path: '/offline.html' },
  { name: 'dashboard', who: 'host', path: '/' },
  { name: 'create', who: 'host', path: '/create', isWhole: true },
  {
    name: 'create-paid',
    who: 'host',
    path: '/create',
    isWhole: true,
    act: async (page) => page.getByRole('checkbox', { name: /Paid Event/ }).check({ force: true }),
  },
  { name: 'gallery-visitor', who: 'visitor', path: at('wedding') },
  { name: 'gallery-guest', who: 'guest', path: at('wedding') },
  { name: 'gallery-host', who: 'host', path: at('wedding'), isWhole: true },
  { name: 'gallery-voted', who: 'guest', path: at('wedding'), act: press('tab', 'Top Voted') },
  { name: 'gallery-by-day', who: 'guest', path: at('wedding'), act: press('tab', 'Timeline') },
  { name: 'gallery-single', who: 'host', path: at('small') },
  { name: 'gallery-empty', who: 'visitor', path: at('empty') },
  { name: 'gallery-private', who: 'visitor', path: at('private') },
  { name: 'gallery-unknown', who: 'visitor', path: '/event/evt_aaaaaaaaaaaaaaaaaaaaaaaaaa' },
  { name: 'gallery-unpaid', who: 'guest', path: at('paid') },
  { name: 'gallery-paid-host', who: 'host', path: at('paid') },
  { name: 'timeline', who: 'guest', path: at('wedding', '/timeline'), isWhole: true },
  { name: 'timeline-empty', who: 'guest', path: at('empty', '/timeline') },
  { name: 'moderate', who: 'host', path: at('wedding', '/moderate'), isWhole: true },
  { name: 'moderate-done', who: 'host', path: at('small', '/moderate') },
  { name: 'people', who: 'host', path: at('wedding', '/people') },
  { name: 'people-empty', who: 'host', path: at('empty', '/people') },
  { name: 'payments', who: 'host', path: at('paid', '/payments') },
  { name: 'payments-none', who: 'host', path: at('small', '/payments') },
  { name: 'checkout-error', who: 'guest', path: at('small', '/checkout') },
  { name: 'checkout-unknown', who: 'guest', path: '/event/evt_none/checkout' },
  { name: 'timeline-unknown', who: 'guest', path: '/event/evt_none/timeline' },
  { name: 'moderate-refused', who: 'person', path: at('wedding', '/moderate') },
  { name: 'dashboard-empty', who: 'person', path: '/' },
  { name: 'claim-offer', who: 'claimer', path: at('wedding') },
  { name: 'gallery-visitor-whole', who: 'visitor', path: at('wedding'), isWhole: true },
  {
    name: 'gallery-offline',
    who: 'guest',
    path: at('wedding'),
    act: async (page) => {
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
  {
    name: 'created',
    who: 'host',
    path: '/create',
    isWhole: true,
    act: async (page) => {
      await page.getByLabel(/Event Name/).fill('Harbour walk');
      await page.getByLabel('Event Date').fill('2026-09-12');
      await page.getByRole('button', { name: 'Create Event', exact: true }).click();
      await page.getByRole('heading', { name: 'Event Created Successfully' }).waitFor();
    },
  },
  ...dialogScenes,
];
