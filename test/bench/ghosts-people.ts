import { ClientAt, newGuestAt } from '../fixtures/client-at.ts';
import { type File, issueUpload, save, sendFile, uploadRequest } from '../fixtures/uploads.ts';
import { credentials, type Guest } from '../fixtures/users-and-guests.ts';

/** Who wants to take a party's places, or to be at it. */
export type Party = {
  readonly url: string;
  readonly eventId: string;
  readonly itemId: string;
  readonly photo: (name: string) => File;
  /** Whether the attack is over. */
  readonly isOver: () => boolean;
};

export const GHOST_KINDS = ['asks for uploads', 'votes without proof', 'proves work'] as const;
export type GhostKind = (typeof GHOST_KINDS)[number];

/** What became of all ghosts of one kind: answers by status and code. */
export type GhostAnswers = Map<string, number>;

const isRegistered = (one: Partial<Guest>): boolean => one.guestId !== undefined;

/** A made-up guest, who tries for as long as the attack lasts; one who has proven work and voted has what it wants. */
export async function haunt(
  party: Party,
  ghost: { kind: GhostKind; address: string },
  answers: GhostAnswers,
): Promise<void> {
  const { kind, address } = ghost;
  const note = ({ status, json }: { status: number; json: unknown }): void => {
    const code = (json as { code?: string } | undefined)?.code;
    const answer = code === undefined ? String(status) : `${status} ${code}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const one = await newGuestAt(party.url, address, { provesWork: kind === 'proves work' });
  try {
    while (isRegistered(one) && !party.isOver()) {
      const answer =
        kind === 'asks for uploads'
          ? await issueUpload(one, { eventId: party.eventId })
          : await one.post(`/api/media/${party.itemId}/vote`, credentials(one));
      note(answer);
      if (kind !== 'asks for uploads' && answer.status !== 429) return;
    }
  } finally {
    one.close();
  }
}

/** Statuses after which the website itself tries again. */
const isPassing = (status: number): boolean => status >= 500 || status === 408;
const MOST_TRIES = 6;

/**
 * A real guest: registers, votes, and uploads a photo, as the website does it.
 * @returns what was refused; undefined if nothing was
 */
export async function takePart(party: Party, address: string, number: number): Promise<string | undefined> {
  const client = new ClientAt(party.url, address);
  try {
    const created = await persist(() => client.post('/api/guests', { name: `Guest ${number}` }));
    if (created.status !== 201) return `register: ${created.status} ${created.text}`;
    const guest = Object.assign(client, { guestId: created.json.id, token: created.json.token });
    const vote = await persist(() => guest.post(`/api/media/${party.itemId}/vote`, credentials(guest)));
    if (vote.status !== 200 && vote.json.code !== 'already_voted') return `vote: ${vote.status} ${vote.text}`;
    return await sendPhoto(party, guest, party.photo(`guest-${number}.jpg`));
  } finally {
    client.close();
  }
}

async function sendPhoto(party: Party, guest: Guest, file: File): Promise<string | undefined> {
  const issued = await persist(() => issueUpload(guest, uploadRequest(party.eventId, file)));
  if (issued.status !== 201) return `ask for an upload: ${issued.status} ${issued.text}`;
  const put = await persist(() => sendFile(issued.json, file));
  if (![200, 412].includes(put.status)) return `the PUT: ${put.status}`;
  const { objectPath } = issued.json;
  const saved = await persist(() => save(guest, party.eventId, { objectPath, file }));
  return [200, 201].includes(saved.status) ? undefined : `save: ${saved.status} ${saved.text}`;
}

async function persist<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (!isPassing(answer.status) || tries === MOST_TRIES) return answer;
  }
}
