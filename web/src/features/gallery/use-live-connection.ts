import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changedElsewhere } from '../../changes/event-changes.ts';
import { messageHeard } from '../../changes/heard-changes.ts';
import type { LiveMessage } from '../../../../shared/contract/live-updates.ts';
import { type Viewing, viewingOf } from '../../changes/viewing.ts';
import { call } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { noteProblem } from '../../lib/note-problem.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { createLiveConnection } from './live-connection.ts';
import { ownItemsIn } from './own-items.ts';

type Listener = { eventId: string; guest: GuestFields; isHost: boolean };

/**
 * Hears of an event's changes while the page is visible and online.
 * @param onConnected called with true once the page hears of changes, again or for the first time, and with false when it
 *   no longer does; a hidden page lets go without a word
 */
export function useLiveConnection(
  { eventId, guest, isHost }: Listener,
  onConnected: (hears: boolean) => void,
): void {
  const client = useQueryClient();
  const tell = useLatest(onConnected);
  useEffect(() => {
    const say = (hears: boolean) => tell.current(hears);
    let ownKey: string | undefined;
    let heard = Promise.resolve();
    const hear = async (viewing: Viewing, message: LiveMessage) => {
      // Without its own items rather than not at all.
      const ownIds = await ownItemsIn(message.items ?? [], ownKey).catch(() => undefined);
      messageHeard(viewing, { eventId, guest, isHost, ...(ownIds && { ownIds }) }, message);
    };
    const connection = createLiveConnection({
      getTicket: async () => {
        const path = 'POST /api/events/{eventId}/live-ticket';
        const ticket = await call(path, { params: { eventId }, body: guest });
        ({ ownKey } = ticket);
        return ticket;
      },
      openSocket: (url, protocols) => new WebSocket(url, protocols),
      isWanted: () => document.visibilityState === 'visible' && navigator.onLine,
      random: Math.random,
      onMessage: (message) => {
        // What everybody may see is right for whoever looks now.
        const viewing = viewingOf(client);
        // In order.
        heard = heard
          .then(() => hear(viewing, message))
          // One that cannot be shown does not keep the next ones out.
          .catch(() => noteProblem({ kind: 'error' }));
      },
      onConnected: say,
      onRefused: () => changedElsewhere(client, eventId),
    });
    const left = new AbortController();
    const { signal } = left;
    const update = () => connection.update();
    document.addEventListener('visibilitychange', update, { signal });
    for (const type of ['online', 'offline', 'focus']) addEventListener(type, update, { signal });
    update();
    return () => {
      left.abort();
      connection.end();
      say(false);
    };
  }, [client, eventId, guest, isHost, tell]);
}
