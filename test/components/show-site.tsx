import '../../web/src/app/tokens.css';
import '../../web/src/app/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { EventView, MediaView } from '../../shared/contract/entities.ts';
import { AppRoutes } from '../../web/src/app/router.tsx';
import { Shell } from '../../web/src/app/shell.tsx';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { Address } from './address.tsx';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { newPage } from './page-cache.ts';
import { EVENT_ID, sampleEvent, sampleUser } from './sample-views.ts';

export const NARROW = [320, 640] as const;
export const EVENT_PATH = `/event/${EVENT_ID}`;

/** Who looks at the site: the host Olive, the guest Grace, or a stranger. */
export type Role = 'host' | 'guest' | 'visitor';

type SiteOptions = {
  at: string;
  as: Role;
  event?: Partial<EventView> | Refusal;
  media?: () => readonly MediaView[];
  /** More calls that are answered, or other answers. */
  answers?: Answers;
};

/**
 * Shows the whole site, with its navigation and every page, at an address. An event is there, and it is the host's.
 * @returns the calls made so far, the cache, and the address that is shown now
 */
export async function showSite({ at, as, event = {}, media = () => [], answers = {} }: SiteOptions) {
  const role = as === 'host' ? 'owner' : 'anonymous';
  const shown = event instanceof Refusal ? event : sampleEvent({ role, ...event });
  writeGuest(as === 'guest' ? { id: 'gst_grace', name: 'Grace', token: 'token', email: null } : null);
  const sent = fakeApi({
    'GET /api/auth/user': () => (as === 'host' ? sampleUser({ firstName: 'Olive' }) : new Refusal(401)),
    'GET /api/events/{eventId}': () => shown,
    'GET /api/events/{eventId}/media': () => [...media()],
    ...answers,
  });
  const client = newPage();
  let address = at;
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Address onChange={(next) => void (address = next)} />
        <Shell>
          <AppRoutes />
        </Shell>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { sent, client, address: () => address };
}

/** A photo of the gallery by its place, which begins at 1. */
export const photo = (number: number) => page.getByRole('link', { name: `Photo ${number}`, exact: true });
