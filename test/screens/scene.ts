import type { Page } from 'playwright-core';
import type { EventName } from './sample-data.ts';

/** A screenshot: who opens which page, and does what first. A claimer is a user in a browser with a guest. */
export type Scene = {
  readonly name: string;
  readonly role: 'visitor' | 'guest' | 'host' | 'person' | 'claimer';
  /** `{wedding}` stands for that event's id. */
  readonly path: `/${string}`;
  /** Opens what is to be shown, and waits for it. */
  readonly steps?: (page: Page) => Promise<void>;
  /** Captures the whole page instead of the first screen. */
  readonly isFullPage?: boolean;
};

/** Presses the first element with this name. */
export const press =
  (role: 'button' | 'link' | 'tab', name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole(role, { name }).first().click();
  };

/** Path of an event's page. */
export const at = (event: EventName, rest = ''): `/${string}` => `/event/{${event}}${rest}`;

/** Presses one of the owner's tools, after expanding them if they are collapsed. */
export const ownersTool = (name: string) => async (page: Page) => {
  await page.getByText('Event Management').first().waitFor();
  const tool = page.getByRole('button', { name }).first();
  if (!(await tool.isVisible())) await page.getByText('Event Management').first().click();
  await tool.click();
};
