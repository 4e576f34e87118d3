import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import type { EventView, UserView } from '../../../shared/contract/entities.ts';
import { NavBar } from '../../../web/src/app/nav-bar.tsx';
import { CreatedEvent } from '../../../web/src/features/events/created-event.tsx';
import { CreateEventForm } from '../../../web/src/features/events/create-event-form.tsx';
import { EventList } from '../../../web/src/features/events/event-list.tsx';
import { eventsQuery } from '../../../web/src/features/events/queries.ts';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import { userQuery } from '../../../web/src/lib/use-session.ts';
import Dashboard from '../../../web/src/routes/dashboard.tsx';

vi.stubGlobal('location', { origin: 'https://party.example', href: 'https://party.example/' });

const at = '2026-01-02T03:04:05.678Z';
const event: EventView = {
  id: `evt_${'a'.repeat(26)}`,
  name: 'Anna & Jonas',
  description: null,
  date: null,
  eventType: null,
  privacy: 'unlisted',
  moderationEnabled: false,
  isPaid: false,
  price: null,
  currency: 'usd',
  createdBy: 'u',
  createdAt: at,
  updatedAt: at,
  role: 'owner',
  hasPaid: true,
  mediaCount: 0,
  votedCount: 0,
  highlightCount: 0,
};
const maria: UserView = {
  id: 'u',
  email: 'maria@example.com',
  firstName: 'Maria',
  lastName: null,
  profileImageUrl: null,
};

/** `user` is null for visitors, whose pages embed that. */
type Seed = { user?: UserView | null; events?: EventView[]; at?: string };

function html(element: ReactElement, seed: Seed = {}): string {
  const client = createQueryClient();
  if (seed.user !== undefined) client.setQueryData(userQuery.queryKey, seed.user);
  if (seed.events) client.setQueryData(eventsQuery.queryKey, seed.events);
  const router = createElement(MemoryRouter, { initialEntries: [seed.at ?? '/'] }, element);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, router)).replaceAll(
    '&amp;',
    '&',
  );
}
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the navigation bar', () => {
  test('shows a visitor the anchors, Sign In and Create Event', () => {
    const bar = html(createElement(NavBar), { user: null });
    for (const anchor of ['#features', '#how-it-works', '#pricing'])
      expect(bar).toContain(`href="${anchor}"`);
    expect(bar).toContain('href="/api/login"');
    expect(textOf(bar)).toContain('Sign In Create Event');
  });

  test('shows neither host nor visitor links while the session is loading', () => {
    const bar = html(createElement(NavBar));
    expect(bar).not.toMatch(/#features|Sign In|Sign Out/);
    expect(bar).toContain('Gatherlens');
  });

  test('returns a visitor to the page after sign-in, and links to sections of the landing page', () => {
    const bar = html(createElement(NavBar), { user: null, at: '/event/evt_1' });
    expect(bar).toContain('href="/api/login?returnTo=%2Fevent%2Fevt_1"');
    expect(bar).toContain('href="/#pricing"');
  });

  test('shows a host her links with the current one marked, her profile and Sign Out', () => {
    const bar = html(createElement(NavBar), { user: maria, at: '/create' });
    expect(bar).toMatch(
      /aria-current="page"[^>]*>Create Event|<a[^>]*href="\/create"[^>]*aria-current="page"/,
    );
    expect(bar.match(/aria-current="page"/g)).toHaveLength(1);
    expect(textOf(bar)).toContain('My Events Create Event M Maria Sign Out');
    expect(bar).toContain('href="/api/logout"');
  });

  test('shows the profile picture if there is one', () => {
    const user = { ...maria, profileImageUrl: 'https://pictures.example/m.jpg' };
    expect(html(createElement(NavBar), { user })).toContain('src="https://pictures.example/m.jpg"');
  });
});

describe('the dashboard', () => {
  const list = createElement(EventList, { isReady: true });

  test('shows six skeleton cards while loading', () => {
    expect(html(list).match(/<li/g)).toHaveLength(6);
    expect(html(list)).toContain('aria-busy="true"');
  });

  test('greets the host beside the Create Event link', () => {
    const page = html(createElement(Dashboard), { user: maria, events: [] });
    const header = /<header.*?<\/header>/.exec(page)?.[0] ?? '';
    expect(textOf(header).trim()).toBe('Hi Maria Create Event');
    expect(header).toMatch(/<a[^>]*href="\/create"[^>]*>(<svg.*?<\/svg>)?Create Event<\/a>/);
  });

  test('has an empty state that links to /create', () => {
    const page = html(list, { events: [] });
    expect(textOf(page)).toContain('No events yet');
    expect(page).toMatch(/href="\/create"[^>]*>Create Your First Event/);
  });

  test('shows a card per event with its date, name, privacy and count', () => {
    const page = html(list, {
      events: [event, { ...event, id: 'evt_2', date: '2026-06-20', mediaCount: 1 }],
    });
    expect(textOf(page)).toMatch(
      /No date set Anna & Jonas .*Unlisted 0 photos .*2026 Anna & Jonas .*1 photo /,
    );
    expect(page).toContain(`href="/event/${event.id}"`);
  });
});

describe('create event', () => {
  test('has all fields, and a price only when paid', () => {
    const page = textOf(html(createElement(CreateEventForm, { onSubmit: () => undefined, pending: false })));
    for (const label of [
      'Event Information',
      'Event Name *',
      'Description',
      'Event Date',
      'Event Type',
      'Privacy Setting',
      'Enable Moderation',
      'Paid Event',
      'Create Event',
    ])
      expect(page).toContain(label);
    expect(page).not.toContain('Event Price (USD)');
  });

  test('begins without a type, which can be chosen again', () => {
    const page = html(createElement(CreateEventForm, { onSubmit: () => undefined, pending: false }));
    const select = /<select[^>]*name="eventType".*?<\/select>/.exec(page)?.[0] ?? '';
    // Browsers preselect the first option that is not disabled, unless another is marked as selected.
    expect(select).toMatch(/^<select[^>]*><option value="">Choose a type<\/option><option value="wedding">/);
    expect(select).not.toContain('selected');
  });

  test('shows progress while pending', () => {
    const page = html(createElement(CreateEventForm, { onSubmit: () => undefined, pending: true }));
    expect(page).toMatch(/aria-disabled="true"[^>]*>.*Creating Event\.\.\./);
  });

  test('lists the facts of the created event', () => {
    const paid = { ...event, date: '2026-06-20', moderationEnabled: true, isPaid: true, price: '12.50' };
    const page = html(createElement(CreatedEvent, { event: paid }));
    const text = textOf(page);
    expect(text).toMatch(
      /Event Created Successfully .*Anna & Jonas .*Date .*2026 .*Privacy .*Unlisted .*Moderation .*Enabled .*Price .*\$12\.50/,
    );
    expect(text).toContain('Guests must pay $12.50 to access the gallery.');
    expect(page).toContain(`https://party.example/event/${event.id}`);
    expect(page).toMatch(/<img width="256" height="256"/);
    for (const button of ['Copy Link', 'Download QR', 'View Event Gallery']) expect(text).toContain(button);
  });

  test('leaves out date and price if there are none', () => {
    const text = textOf(html(createElement(CreatedEvent, { event })));
    expect(text).toMatch(/Moderation .*Disabled/);
    expect(text).not.toMatch(/Date|Price|must pay/);
  });
});
