import type { EventView, MediaStatus, MediaView } from '../../../shared/contract/entities.ts';
import type { PaymentView } from '../../../shared/contract/payments.ts';
import type { PersonView } from '../../../shared/contract/people.ts';
import { compareMedia, isListedBy } from '../../../shared/rules/sort-media.ts';
import type { SortBy } from '../../../shared/contract/media.ts';

type Call = { name: string; ids: string[]; query: URLSearchParams; body: any };

const instant = (minute: number) => new Date(Date.UTC(2026, 5, 20, 12, minute)).toISOString();

export const photo = (minute: number, more: Partial<MediaView> = {}): MediaView =>
  ({
    id: `med_${minute}`,
    eventId: 'evt_1',
    uploadedAt: instant(minute),
    capturedAt: instant(60 - minute),
    moderatedAt: null,
    status: 'approved',
    kind: 'picture',
    voteCount: 0,
    hasVoted: false,
    width: 4,
    height: 3,
    ...more,
  }) as MediaView;

const person = (id: string) =>
  ({ id, name: id, standing: 'participant', isBlocked: false, hasPaid: true }) as PersonView;

/** Ada's event, which Bea sees as somebody who has joined it. */
export type Caller = 'ada' | 'bea';

type DecisionOnAll = { status: MediaStatus; from: MediaStatus; uploadedUntil?: string };

const REFUSED = Symbol('refused');

/**
 * A server with an event, in memory. It decides when a request arrives; a held answer comes when it is released. Its
 * lists can lag behind, as indexes do.
 */
export class FakeServer {
  #minute = 30;
  /** Who is signed in. */
  caller: Caller = 'ada';
  items: MediaView[] = [
    photo(9, { status: 'pending', guestUploadedBy: 'gst_1' }),
    photo(8, { status: 'pending', isOwn: true }),
    photo(7, { voteCount: 2, isOwn: true }),
    photo(6, { voteCount: 1, hasVoted: true, guestUploadedBy: 'gst_1' }),
    photo(5),
    photo(4, { status: 'rejected', moderatedAt: instant(10), isOwn: true }),
  ];
  picks = ['med_7', 'med_6'];
  people: PersonView[] = [
    person('usr_2'),
    { ...person('usr_3'), isBlocked: true },
    { ...person('usr_4'), standing: 'co-host' },
    person('gst_1'),
    { ...person('usr_1'), standing: 'owner' },
  ];
  payments = [
    { id: 'pay_1', eventId: 'evt_1', amount: 500, amountRefunded: 0, currency: 'usd' } as PaymentView,
  ];
  events = [this.#event('evt_1', 'owner'), this.#event('evt_2', 'participant')];
  /** Events that the viewer may see, and which their dashboard does not list. */
  others = [this.#event('evt_3', 'user')];
  /** What the lists' indexes know, while they lag behind. */
  lagging: MediaView[] | undefined;
  readonly #holds: { matches: (name: string) => boolean; held: (() => void)[] }[] = [];

  #event(id: string, role: EventView['role']): EventView {
    return {
      id,
      role,
      name: id,
      privacy: 'public',
      date: '2026-06-20',
      price: '12.50',
      isPaused: false,
      showsFirstNames: false,
      moderationEnabled: true,
      highlightCount: 2,
      updatedAt: instant(1),
    } as EventView;
  }

  #now(): string {
    this.#minute += 1;
    return instant(this.#minute);
  }

  /** From now on, answers to these calls wait. @returns releases them, and ends the wait */
  hold(matches: (name: string) => boolean): () => void {
    const hold = { matches, held: [] as (() => void)[] };
    this.#holds.push(hold);
    return () => {
      this.#holds.splice(this.#holds.indexOf(hold), 1);
      for (const release of hold.held) release();
    };
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, 'http://x');
    const ids = url.pathname.match(/\w+_\d+/g) ?? [];
    const call = {
      name: `${init.method ?? 'GET'} ${url.pathname.replace(/\w+_\d+/g, '{id}')}`,
      ids,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    const answer = this.#answer(call);
    const hold = this.#holds.find(({ matches }) => matches(call.name));
    if (hold) {
      await new Promise<void>((resolve, reject) => {
        hold.held.push(resolve);
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    }
    return answer;
  };

  #answer(call: Call): Response {
    // All that is pressed is pressed by Ada.
    const isMeantForAda = this.caller === 'bea' && !/^GET|create-checkout/.test(call.name);
    if (isMeantForAda) return Response.json({ message: 'No.' }, { status: 401 });
    const content = this.#contentFor(call);
    if (content === undefined) return new Response(null, { status: 204 });
    return content === REFUSED ? Response.json({ message: 'No.' }, { status: 403 }) : Response.json(content);
  }

  /** An item as the caller sees it: the votes and uploads are Ada's. */
  #seen(item: MediaView): MediaView {
    return this.caller === 'ada' ? item : { ...item, hasVoted: false, isOwn: false };
  }

  #isSeen = ({ status }: MediaView): boolean => this.caller === 'ada' || status === 'approved';

  eventView(event: EventView): EventView {
    if (event.id !== 'evt_1') return { ...event, mediaCount: 0, approvedCount: 0, votedCount: 0 };
    const seen = this.items.filter(this.#isSeen);
    const count = (isCounted: (item: MediaView) => boolean) => seen.filter(isCounted).length;
    const counted = {
      ...event,
      mediaCount: count(({ status }) => status !== 'rejected'),
      approvedCount: count(({ status }) => status === 'approved'),
      votedCount: count(({ status, voteCount }) => status === 'approved' && voteCount > 0),
      highlightCount: this.picks.length,
    };
    if (this.caller === 'bea') return { ...counted, role: 'participant' };
    return {
      ...counted,
      pendingCount: count(({ status }) => status === 'pending'),
      rejectedCount: count(({ status }) => status === 'rejected'),
    };
  }

  #eventOf(id: string | undefined): EventView {
    const event = [...this.events, ...this.others].find((other) => other.id === id);
    if (!event) throw new Error(`no ${id}`);
    return this.eventView(event);
  }

  #item(id: string | undefined): MediaView {
    const item = this.items.find((other) => other.id === id);
    if (!item) throw new Error(`no ${id}`);
    return item;
  }

  #changeItem(id: string | undefined, change: Partial<MediaView>): MediaView {
    const changed = { ...this.#item(id), ...change };
    this.items = this.items.map((item) => (item.id === id ? changed : item));
    return changed;
  }

  #changeEvent(id: string | undefined, change: Partial<EventView>): EventView {
    const updatedAt = this.#now();
    this.events = this.events.map((event) => (event.id === id ? { ...event, ...change, updatedAt } : event));
    return this.#eventOf(id);
  }

  #list({ query }: Call): MediaView[] {
    const sortBy = query.get('sortBy') as SortBy | null;
    const status = query.get('status') as MediaStatus | null;
    const isMine = query.has('mine');
    const uploader = query.get('uploader');
    const listed = (this.lagging ?? this.items).filter((item) => {
      if (isMine) return this.#seen(item).isOwn;
      if (uploader) return item.guestUploadedBy === uploader && (!status || item.status === status);
      return status ? item.status === status : item.status !== 'rejected';
    });
    const compare = compareMedia(sortBy ?? 'uploadedAt');
    const sorted = listed
      .filter((item) => this.#isSeen(item) && isListedBy(sortBy ?? 'uploadedAt', item))
      .toSorted(compare)
      .map((item) => this.#seen(item));
    return query.get('order') === 'asc' ? sorted.toReversed() : sorted;
  }

  #vote(id: string | undefined, hasVoted: boolean) {
    const { voteCount } = this.#item(id);
    const changed = this.#changeItem(id, { hasVoted, voteCount: voteCount + (hasVoted ? 1 : -1) });
    return { count: changed.voteCount, hasVoted };
  }

  #highlights() {
    return this.picks.flatMap((id) => {
      const item = (this.lagging ?? this.items).find((other) => other.id === id);
      return item?.status === 'approved' ? { ...this.#seen(item), score: 1, reason: 'Sharp.' } : [];
    });
  }

  #contentFor(call: Call): unknown {
    const [first, second] = call.ids;
    const isOwners =
      /people|payments/.test(call.name) || call.query.has('status') || call.query.has('uploader');
    if (isOwners && this.caller !== 'ada') return REFUSED;
    switch (call.name) {
      case 'GET /api/events':
        return this.events.map((event) => this.eventView(event));
      case 'GET /api/events/public':
        return [...new Set([...this.events, ...this.others])]
          .filter(({ privacy }) => privacy === 'public')
          .toSorted((a, b) => a.id.localeCompare(b.id))
          .map((event) => this.eventView(event));
      case 'GET /api/events/{id}':
        return { ...this.#eventOf(first), hasPlace: this.#hasPlace(call) };
      case 'GET /api/events/{id}/media':
        return this.#list(call);
      case 'GET /api/media/{id}':
        return this.#seen(this.#item(first));
      case 'GET /api/events/{id}/highlights':
        return this.#highlights();
      case 'GET /api/events/{id}/people':
        return this.people
          .filter(
            ({ id, standing }) =>
              id.includes(call.query.get('q') ?? '') && standing.includes(call.query.get('standing') ?? ''),
          )
          .map((each) => ({ ...each, uploadCount: this.#uploadsOf(each) }));
      case 'GET /api/events/{id}/payments':
        return { payments: this.payments, totals: { net: this.#net() } };
      case 'POST /api/media/{id}/vote':
        return this.#vote(first, true);
      case 'DELETE /api/media/{id}/vote':
        return this.#vote(first, false);
      case 'PUT /api/media/{id}/moderate':
        return this.#changeItem(first, { status: call.body.status, moderatedAt: this.#now() });
      case 'POST /api/events/{id}/moderate':
        return this.#moderateAll(call.body);
      case 'DELETE /api/events/{id}/media/{id}':
        this.items = this.items.filter(({ id }) => id !== second);
        return undefined;
      case 'POST /api/events/{id}/media':
      case 'POST /api/events/{id}/media/guest':
        this.items = [photo(20, { isOwn: true }), ...this.items];
        return this.items[0];
      case 'POST /api/events/{id}/highlights/calculate':
        this.picks = ['med_5'];
        return this.#highlights();
      case 'POST /api/events':
        this.events = [this.#event('evt_9', 'owner'), ...this.events];
        return this.#eventOf('evt_9');
      case 'PUT /api/events/{id}':
        return this.#changeEvent(first, call.body);
      case 'DELETE /api/events/{id}':
        this.events = this.events.filter(({ id }) => id !== first);
        return undefined;
      case 'POST /api/events/{id}/join':
        this.others = this.others.map((event) => ({ ...event, role: 'participant' }));
        this.events = [...this.others, ...this.events];
        return { message: 'Joined', role: 'participant' };
      case 'DELETE /api/events/{id}/people/{id}':
      case 'POST /api/events/{id}/people/{id}/restore':
        this.people = this.people.map((other) =>
          other.id === second
            ? { ...other, standing: 'participant', isBlocked: call.name.startsWith('DELETE') }
            : other,
        );
        return undefined;
      case 'POST /api/events/{id}/people/{id}/co-host':
      case 'DELETE /api/events/{id}/people/{id}/co-host': {
        const standing = call.name.startsWith('POST') ? 'co-host' : 'participant';
        this.people = this.people.map((other) => (other.id === second ? { ...other, standing } : other));
        return undefined;
      }
      case 'POST /api/events/{id}/co-host-links/accept':
        this.others = this.others.map((event) => ({ ...event, role: 'co-host' }));
        this.events = [...this.others, ...this.events];
        return { role: 'co-host' };
      case 'POST /api/events/{id}/owner':
        this.people = this.people.map((other) =>
          other.id === call.body.userId ? { ...other, standing: 'owner' } : other,
        );
        this.#changeEvent(first, { role: 'co-host' });
        return undefined;
      case 'POST /api/events/{id}/create-checkout':
        return { url: 'https://pay.example/1' };
      case 'POST /api/events/{id}/people/remove-idle':
        if (call.body.countOnly) return { people: this.#idle().length, cursor: null };
        this.people = this.people.filter(({ isBlocked }) => isBlocked);
        this.items = this.items.map((item) => ({ ...item, voteCount: Number(item.hasVoted) }));
        return { people: 1, cursor: null };
      case 'POST /api/events/{id}/people/block-recent':
        if (!call.body.countOnly) this.people = this.people.map((other) => ({ ...other, isBlocked: true }));
        return { people: this.#idle().length, since: '2026-06-30T18:00:00.000Z', cursor: null };
      case 'POST /api/events/{id}/payments/{id}/refund':
        this.payments = this.payments.map((payment) => ({
          ...payment,
          amountRefunded: payment.amount,
          updatedAt: this.#now(),
        }));
        this.people = this.people.map((other) => ({ ...other, hasPaid: false }));
        return this.payments[0];
      case 'POST /api/guests/claim':
      case 'DELETE /api/guests/{id}':
        this.items = this.items.map((item) => ({ ...item, hasVoted: false, guestUploadedBy: null }));
        return undefined;
      default:
        throw new Error(`no answer to ${call.name}`);
    }
  }

  /** Whether the caller is one of the event's people; a guest is by what they have uploaded. */
  #hasPlace({ query }: Call): boolean {
    const guestId = query.get('guestId');
    return guestId === null || this.items.some(({ guestUploadedBy }) => guestUploadedBy === guestId);
  }

  /** What no guest has uploaded is the owner's. */
  #uploadsOf({ id, standing }: PersonView): number {
    const uploader = standing === 'owner' ? undefined : id;
    return this.items.filter(({ guestUploadedBy }) => (guestUploadedBy ?? undefined) === uploader).length;
  }

  #idle() {
    return this.people.filter(({ isBlocked }) => !isBlocked);
  }

  #net(): number {
    return this.payments.reduce((sum, { amount, amountRefunded }) => sum + amount - amountRefunded, 0);
  }

  #moderateAll({ status, from, uploadedUntil = '~' }: DecisionOnAll) {
    const all = this.items.filter((item) => item.status === from && item.uploadedAt <= uploadedUntil);
    for (const { id } of all) this.#changeItem(id, { status, moderatedAt: this.#now() });
    return { moderated: all.length, remaining: 0 };
  }
}
