import type { Page } from 'playwright-core';
import type { EventName } from './world.ts';

/** One picture: who looks at which page, and what they do there first. */
export type Scene = {
  readonly name: string;
  readonly who: 'stranger' | 'guest' | 'host';
  /** The address; `{wedding}` stands for that event's id. */
  readonly path: `/${string}`;
  /** Shows the thing, and ends when it is there. */
  readonly act?: (page: Page) => Promise<void>;
  /** The whole page instead of the first screen. */
  readonly isWhole?: boolean;
};

const press =
  (role: 'button' | 'link' | 'tab', name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole(role, { name }).first().click();
  };

const at = (event: EventName, rest = ''): `/${string}` => `/event/{${event}}${rest}`;

/** Opens the menu of the owner's tools where they are folded away. */
const ownersTool = (name: string) => async (page: Page) => {
  await page.getByText('Event Management').first().waitFor();
  const tool = page.getByRole('button', { name }).first();
  if (!(await tool.isVisible())) await page.getByText('Event Management').first().click();
  await tool.click();
};

const openFirst = press('button', /^(?:Photo|Video) 1,/);

/** Every screen, dialog and state. */
export const scenes: readonly Scene[] = [
  { name: 'landing', who: 'stranger', path: '/', isWhole: true },
  { name: 'landing-join', who: 'stranger', path: '/', act: press('button', 'Join Event') },
  { name: 'not-found', who: 'stranger', path: '/nowhere' },
  { name: 'privacy', who: 'stranger', path: '/privacy' },
  { name: 'terms', who: 'stranger', path: '/terms' },
  { name: 'dashboard', who: 'host', path: '/' },
  { name: 'create', who: 'host', path: '/create', isWhole: true },
  {
    name: 'create-paid',
    who: 'host',
    path: '/create',
    isWhole: true,
    act: async (page) => page.getByRole('checkbox', { name: /Paid Event/ }).check({ force: true }),
  },
  { name: 'gallery-stranger', who: 'stranger', path: at('wedding') },
  { name: 'gallery-guest', who: 'guest', path: at('wedding') },
  { name: 'gallery-host', who: 'host', path: at('wedding'), isWhole: true },
  { name: 'gallery-voted', who: 'guest', path: at('wedding'), act: press('tab', 'Top Voted') },
  { name: 'gallery-by-day', who: 'guest', path: at('wedding'), act: press('tab', 'Timeline') },
  { name: 'gallery-single', who: 'host', path: at('small') },
  { name: 'gallery-empty', who: 'stranger', path: at('empty') },
  { name: 'gallery-private', who: 'stranger', path: at('private') },
  { name: 'gallery-unknown', who: 'stranger', path: '/event/evt_aaaaaaaaaaaaaaaaaaaaaaaaaa' },
  { name: 'gallery-unpaid', who: 'guest', path: at('paid') },
  { name: 'gallery-paid-host', who: 'host', path: at('paid') },
  { name: 'lightbox', who: 'guest', path: at('wedding'), act: openFirst },
  { name: 'guest-card', who: 'stranger', path: at('small'), act: press('button', 'Add Media') },
  { name: 'upload', who: 'guest', path: at('small'), act: press('button', 'Add Media') },
  { name: 'edit', who: 'host', path: at('wedding'), act: ownersTool('Edit Event') },
  { name: 'share', who: 'host', path: at('wedding'), act: ownersTool('Share Event') },
  { name: 'delete', who: 'host', path: at('small'), act: ownersTool('Delete Event') },
  { name: 'timeline', who: 'guest', path: at('wedding', '/timeline'), isWhole: true },
  { name: 'timeline-empty', who: 'guest', path: at('empty', '/timeline') },
  { name: 'moderate', who: 'host', path: at('wedding', '/moderate'), isWhole: true },
  { name: 'moderate-done', who: 'host', path: at('small', '/moderate') },
  { name: 'people', who: 'host', path: at('wedding', '/people') },
  { name: 'payments', who: 'host', path: at('paid', '/payments') },
];
