import { dialogScenes } from './dialog-scenes.ts';
import { at, press, type Scene } from './scene.ts';
import { uploadsScenes } from './uploads-scenes.ts';

/** Every screen, dialog and state. */
export const scenes: readonly Scene[] = [
  { name: 'landing', role: 'visitor', path: '/', isFullPage: true },
  { name: 'not-found', role: 'visitor', path: '/nowhere' },
  { name: 'join-unknown', role: 'visitor', path: '/j/CDFG-HJK0' },
  { name: 'privacy', role: 'visitor', path: '/privacy' },
  { name: 'terms', role: 'visitor', path: '/terms' },
  { name: 'sign-in', role: 'visitor', path: '/api/login', isFullPage: true },
  {
    name: 'checkout',
    role: 'guest',
    path: at('paid'),
    steps: async (page) => {
      await press('link', /^Pay /)(page);
      await page.waitForURL(/\/c\/pay\//);
    },
  },
  { name: 'offline', role: 'visitor', path: '/offline.html' },
  { name: 'dashboard', role: 'host', path: '/' },
  { name: 'create', role: 'host', path: '/create', isFullPage: true },
  {
    name: 'create-paid',
    role: 'host',
    path: '/create',
    isFullPage: true,
    steps: async (page) => page.getByRole('checkbox', { name: /Paid Event/ }).check({ force: true }),
  },
  { name: 'gallery-visitor', role: 'visitor', path: at('wedding') },
  { name: 'gallery-guest', role: 'guest', path: at('wedding') },
  { name: 'gallery-host', role: 'host', path: at('wedding'), isFullPage: true },
  { name: 'gallery-voted', role: 'guest', path: at('wedding'), steps: press('tab', 'Top Voted') },
  { name: 'gallery-by-day', role: 'guest', path: at('wedding'), steps: press('tab', 'Timeline') },
  { name: 'gallery-single', role: 'host', path: at('small') },
  { name: 'gallery-empty', role: 'visitor', path: at('empty') },
  { name: 'gallery-private', role: 'visitor', path: at('private') },
  { name: 'gallery-unknown', role: 'visitor', path: '/event/evt_aaaaaaaaaaaaaaaaaaaaaaaaaa' },
  { name: 'gallery-paused', role: 'guest', path: at('paused') },
  { name: 'gallery-paused-host', role: 'host', path: at('paused') },
  { name: 'gallery-unpaid', role: 'guest', path: at('paid') },
  { name: 'gallery-paid-host', role: 'host', path: at('paid') },
  { name: 'timeline', role: 'guest', path: at('wedding', '/timeline'), isFullPage: true },
  { name: 'timeline-empty', role: 'guest', path: at('empty', '/timeline') },
  { name: 'moderate', role: 'host', path: at('wedding', '/moderate'), isFullPage: true },
  { name: 'moderate-done', role: 'host', path: at('small', '/moderate') },
  { name: 'numbers', role: 'host', path: at('wedding', '/numbers'), isFullPage: true },
  { name: 'numbers-no-downloads', role: 'host', path: at('small', '/numbers'), isFullPage: true },
  { name: 'numbers-empty', role: 'host', path: at('empty', '/numbers') },
  { name: 'people', role: 'host', path: at('wedding', '/people') },
  { name: 'people-paused', role: 'host', path: at('paused', '/people') },
  { name: 'people-empty', role: 'host', path: at('empty', '/people') },
  { name: 'co-host', role: 'person', path: at('small', '/co-host?code=none') },
  {
    name: 'people-invite',
    role: 'host',
    path: at('wedding', '/people'),
    steps: press('button', 'Invite a Co-host'),
  },
  {
    name: 'people-hand-over',
    role: 'host',
    path: at('wedding', '/people'),
    steps: press('button', 'Hand Over Event'),
  },
  { name: 'wall', role: 'visitor', path: at('wedding', '/wall') },
  { name: 'wall-empty', role: 'visitor', path: at('empty', '/wall') },
  { name: 'print', role: 'host', path: at('wedding', '/print'), isFullPage: true },
  { name: 'payments', role: 'host', path: at('paid', '/payments') },
  { name: 'payments-none', role: 'host', path: at('small', '/payments') },
  { name: 'checkout-error', role: 'guest', path: at('small', '/checkout') },
  { name: 'checkout-unknown', role: 'guest', path: '/event/evt_none/checkout' },
  { name: 'timeline-unknown', role: 'guest', path: '/event/evt_none/timeline' },
  { name: 'moderate-refused', role: 'person', path: at('wedding', '/moderate') },
  { name: 'dashboard-empty', role: 'person', path: '/' },
  { name: 'claim-offer', role: 'claimer', path: at('wedding') },
  { name: 'gallery-visitor-whole', role: 'visitor', path: at('wedding'), isFullPage: true },
  {
    name: 'gallery-offline',
    role: 'guest',
    path: at('wedding'),
    steps: async (page) => {
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
  {
    name: 'created',
    role: 'host',
    path: '/create',
    isFullPage: true,
    steps: async (page) => {
      await page.getByLabel(/Event Name/).fill('Harbour walk');
      await page.getByLabel('Event Date').fill('2026-09-12');
      await page.getByRole('button', { name: 'Create Event', exact: true }).click();
      await page.getByRole('heading', { name: 'Event Created Successfully' }).waitFor();
    },
  },
  ...uploadsScenes,
  ...dialogScenes,
];
