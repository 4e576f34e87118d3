import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UserView } from '../../shared/contract/entities.ts';
import { NavBar } from '../../web/src/app/nav-bar.tsx';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import Dashboard from '../../web/src/routes/dashboard.tsx';
import { expectNoViolations } from './axe.ts';
import { fakeApi, Refusal } from './fake-api.ts';
import { BROKEN_PICTURE, PICTURE, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => writeGuest(null));

const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name });
const signedIn = (changes: Partial<UserView> = {}) =>
  fakeApi({ 'GET /api/auth/user': () => sampleUser(changes) });
const signedOut = () => fakeApi({ 'GET /api/auth/user': () => new Refusal(401) });

it('shows a visitor the sections of the landing page, and the way in', async () => {
  await page.viewport(1280, 800);
  signedOut();
  await show(<NavBar />);
  for (const [name, href] of [
    ['Features', '#features'],
    ['How It Works', '#how-it-works'],
    ['Pricing', '#pricing'],
    ['Sign In', '/api/login'],
    ['Create Event', '/api/login?returnTo=%2Fcreate'],
  ] as const) {
    await expect.element(link(name)).toHaveAttribute('href', href);
  }
  await expectNoViolations();
});

it('returns a visitor to the page after signing in', async () => {
  await page.viewport(1280, 800);
  signedOut();
  await show(<NavBar />, { at: '/event/evt_1?media=med_1' });
  const returnTo = encodeURIComponent('/event/evt_1?media=med_1');
  await expect.element(link('Sign In')).toHaveAttribute('href', `/api/login?returnTo=${returnTo}`);
  await expect.element(link('Pricing')).toHaveAttribute('href', '/#pricing');
});

it('shows neither a visitor’s nor a host’s links while it is not known who this is', async () => {
  fakeApi({ 'GET /api/auth/user': () => Promise.withResolvers<UserView>().promise });
  await show(<NavBar />);
  await expect.element(link('Gatherlens, home')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Features|Sign/ })).not.toBeInTheDocument();
});

it('shows a host her pages with the current one marked, and her name', async () => {
  await page.viewport(1280, 800);
  signedIn();
  await show(<NavBar />, { at: '/create' });
  await expect.element(link('Create Event')).toHaveAttribute('aria-current', 'page');
  await expect.element(link('My Events')).not.toHaveAttribute('aria-current');
  await expect.element(button('Maria')).toBeVisible();
  await expect.element(link('Sign Out')).toHaveAttribute('href', '/api/logout');
  await expect.element(link('Gatherlens, home')).toHaveAttribute('href', '/');
  await expectNoViolations();
});

it.each([
  [{}, 'MMaria'],
  [{ firstName: null }, 'Mmaria@example.com'],
])('shows a host’s letter and name: %o', async (changes, shown) => {
  await page.viewport(1280, 800);
  signedIn(changes);
  await show(<NavBar />);
  await expect.element(button(shown.slice(1))).toMatchTextContent(shown);
});

it.each([
  [{ name: 'ömer', email: null }, 'Öömer'],
  [{ name: '', email: 'zoe@example.com' }, 'Zzoe@example.com'],
  [{ name: '', email: null }, 'UUser'],
])('shows a guest’s letter and name: %o', async (fields, shown) => {
  await page.viewport(1280, 800);
  signedOut();
  writeGuest({ id: 'gst_1', token: 'secret', ...fields });
  await show(<NavBar />);
  await expect.element(button(shown.slice(1))).toMatchTextContent(shown);
});

it.each([
  [PICTURE, PICTURE],
  [BROKEN_PICTURE, undefined],
])('shows a profile picture if it loads', async (profileImageUrl, shown) => {
  await page.viewport(1280, 800);
  signedIn({ profileImageUrl });
  await show(<NavBar />);
  await expect.element(button('Maria')).toBeVisible();
  await expect.poll(() => document.querySelector('header img')?.getAttribute('src') ?? undefined).toBe(shown);
});

it('keeps the links in a drawer on a phone, which closes when one is followed', async () => {
  await page.viewport(390, 844);
  signedIn();
  const { address } = await show(<NavBar />);
  const menu = button('Open menu');
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout');
  await expect.element(drawer.getByRole('button', { name: 'Maria' })).toBeVisible();
  const links = () =>
    drawer
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link')
      .elements()
      .map((element) => [element.textContent, element.getAttribute('aria-current')]);
  expect(links()).toEqual([
    ['My Events', 'page'],
    ['Create Event', null],
  ]);
  await expectNoViolations();
  await drawer.getByRole('link', { name: 'Create Event' }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.poll(address).toBe('/create');
  await menu.click();
  await expect.element(drawer).toBeVisible();
  expect(links()).toEqual([
    ['My Events', null],
    ['Create Event', 'page'],
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
});

it('a guest finds the own name, and the way to an account', async () => {
  await page.viewport(390, 844);
  signedOut();
  writeGuest({ id: 'gst_1', name: 'Grace', token: 'secret', email: null });
  await show(<NavBar />);
  await button('Open menu').click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Grace' }).click();
  await expect.element(page.getByRole('dialog', { name: 'You are a guest' })).toBeVisible();
});

it('the dashboard greets the host beside the way to a new event, before her events are there', async () => {
  const held = Promise.withResolvers<[]>();
  fakeApi({ 'GET /api/auth/user': () => sampleUser(), 'GET /api/events': () => held.promise });
  await show(<Dashboard />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Hi Maria' })).toBeVisible();
  await expect.element(link('Create Event')).toHaveAttribute('href', '/create');
  await expect.element(page.getByRole('list', { name: 'My Events' })).toHaveAttribute('aria-busy', 'true');
  held.resolve([]);
  await expect.element(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
});

it('the dashboard greets a host without a name, too', async () => {
  fakeApi({ 'GET /api/auth/user': () => sampleUser({ firstName: null }), 'GET /api/events': () => [] });
  await show(<Dashboard />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Hi there' })).toBeVisible();
});
