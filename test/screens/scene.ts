import type { Page } from 'playwright-core';
import type { EventName } from './sample-data.ts';

/**
 * One picture: who looks at which page, and what they do there first. A claimer is signed in where they were a guest.
 */
export type Scene = {
  readonly name: string;
  readonly who: 'stranger' | 'guest' | 'host' | 'person' | 'claimer';
  /** The address; `{wedding}` stands for that event's id. */
  readonly path: `/${string}`;
  /** Shows the thing, and ends when it is there. */
  readonly act?: (page: Page) => Promise<void>;
  /** The whole page instead of the first screen. */
  readonly isWhole?: boolean;
};

/** Presses the first one of that name. */
export const press =
  (role: 'button' | 'link' | 'tab', name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole(role, { name }).first().click();
  };

/** A page of an event. */
export const at = (event: EventName, rest = ''): `/${string}` => `/event/{${event}}${rest}`;

/** Opens the menu of the owner's tools where they are folded away. */
export const ownersTool = (name: string) => async (page: Page) => {
  await page.getByText('Event Management').first().waitFor();
  const tool = page.getByRole('button', { name }).first();
  if (!(await tool.isVisible())) await page.getByText('Event Management').first().click();
  await tool.click();
};
