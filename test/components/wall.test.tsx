import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import Wall from '../../web/src/routes/wall.tsx';
import { expectNoViolations } from './axe.ts';
import { expectFit } from './expect-fit.ts';
import { type Answers, fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia } from './sample-views.ts';
import { show } from './show.tsx';

/** Of a colour and shape of its own, so that each is told from the others. */
const picture = (name: string, width = 300, height = 200) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><title>${name}</title></svg>`,
  )}`;

const photo = (name: string, changes: Partial<MediaView> = {}) => {
  const { width = 300, height = 200 } = changes;
  return sampleMedia({
    id: `med_${name.padEnd(26, name)}`,
    width,
    height,
    renditions: { screen: { url: picture(name, width ?? 0, height ?? 0), width: 300, height: 200 } },
    ...changes,
  });
};
const upright = (name: string) => photo(name, { width: 300, height: 400 });

/** A connection that is there at once, by which a test tells the page of changes. */
class OpenSocket extends EventTarget {
  static last: OpenSocket | undefined;
  readonly readyState = 1;
  isListening = false;
  constructor() {
    super();
    OpenSocket.last = this;
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string) {
    const { type, id } = JSON.parse(text) as { type: string; id: string };
    if (type === 'connection_init') this.says({ type: 'connection_ack' });
    if (type !== 'subscribe') return;
    this.says({ type: 'subscribe_success', id });
    this.isListening = true;
  }
  says(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  close() {}
}

const tell = (message: LiveMessage) =>
  OpenSocket.last?.says({ type: 'data', id: '1', event: JSON.stringify(message) });
const news = (item: MediaView): LiveMessage => ({
  items: [{ ...item, version: 1, votesVersion: 1 }],
});

/** Pictures load in the time of the browser. */
const decoding = new Set<Promise<void>>();

let hasMotion = false;
const realMatchMedia = window.matchMedia.bind(window);

beforeEach(() => {
  hasMotion = false;
  OpenSocket.last = undefined;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  vi.stubGlobal('WebSocket', OpenSocket);
  const { decode } = HTMLImageElement.prototype;
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(function (this: HTMLImageElement) {
    const decoded = decode.call(this);
    decoding.add(decoded);
    const forget = () => void decoding.delete(decoded);
    decoded.then(forget, forget);
    return decoded;
  });
  // Browsers leave it by Escape, which no test presses in the browser itself.
  vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue();
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: !hasMotion } as MediaQueryList) : realMatchMedia(query),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(items: MediaView[], more: Answers = {}) {
  const sent = fakeApi({
    'GET /api/auth/user': () => new Refusal(401),
    'GET /api/events/{eventId}': () => sampleEvent({ role: 'anonymous', mediaCount: items.length }),
    'GET /api/events/{eventId}/media': () => items,
    'POST /api/events/{eventId}/live-ticket': () => ({
      url: 'wss://live/event/realtime',
      host: 'live',
      channel: '/events/a/0',
      ticket: 't',
    }),
    ...more,
  });
  const shown = await show(<Wall />, { at: `/event/${EVENT_ID}/wall`, route: '/event/:eventId/wall' });
  return { ...shown, sent };
}

const layers = () => [...document.querySelectorAll('[data-spread]')];
/** Names of the pictures on the stage, layer by layer. */
const stage = () =>
  layers().map((layer) =>
    [...layer.querySelectorAll('img')].map(
      (image) => /<title>(\w+)/.exec(decodeURIComponent(image.src))?.[1] ?? '',
    ),
  );
const current = () => stage().at(-1) ?? [];
const button = (name: string) => page.getByRole('button', { name, exact: true });
const expectOnStage = (names: string[]) => vi.waitFor(() => expect(current()).toEqual(names));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const listening = () => vi.waitFor(() => expect(OpenSocket.last?.isListening).toBe(true));

/** As time passes, until something else is on the stage. @returns after how many seconds */
async function secondsUntilOther(): Promise<number> {
  const before = current().join();
  for (let seconds = 1; seconds <= 30; seconds += 1) {
    await pass(1_000);
    await Promise.allSettled(decoding);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (current().join() !== before) return seconds;
  }
  throw new Error(`${before} stays.`);
}

describe('the wall', () => {
  it('shows one picture after the other, with the way to add others', async () => {
    await open([photo('a'), photo('b')]);
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    expect(await secondsUntilOther()).toBe(8);
    await expect.element(page.getByRole('heading', { name: 'Summer party' })).toBeVisible();
    await expect.element(page.getByText('Add your photos')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'QR code of the event link' })).toBeVisible();
    vi.useRealTimers();
    await expectNoViolations();
  });

  it('shows portraits beside each other, of one height', async () => {
    await open([upright('a'), upright('b')]);
    await vi.waitFor(() => expect(current()).toHaveLength(2));
    const boxes = [...document.querySelectorAll('[data-spread] img')].map((one) =>
      one.getBoundingClientRect(),
    );
    expect(boxes[0]?.height).toBe(innerHeight);
    expect(boxes[1]?.height).toBe(innerHeight);
    expect(boxes[1]?.left).toBeGreaterThan(boxes[0]?.right ?? 0);
  });

  it('has the picture that was loaded on the stage, whole from its first moment', async () => {
    await open([photo('a')]);
    await expectOnStage(['a']);
    const [image] = document.querySelectorAll<HTMLImageElement>('[data-spread] img');
    expect(image?.complete).toBe(true);
    expect(image?.naturalWidth).toBe(300);
  });

  it('lets one spread appear over the other, and cuts where motion is reduced', async () => {
    hasMotion = true;
    await open([photo('a'), photo('b')]);
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    await pass(2_000);
    const before = current();
    await userEvent.keyboard('{ArrowRight}');
    await vi.waitFor(() => expect(stage()).toHaveLength(2));
    expect(stage()[0]).toEqual(before);
    await pass(2_000);
    expect(stage()).toHaveLength(1);
    hasMotion = false;
    await userEvent.keyboard('{ArrowRight}');
    await expectOnStage(before);
    expect(stage()).toHaveLength(1);
  });

  it('of an event without photos is its code, until there are some', async () => {
    await open([]);
    const invitation = page.getByRole('region', { name: 'Add your photos' });
    await expect.element(invitation).toHaveAttribute('data-large');
    vi.useRealTimers();
    await expectNoViolations();
    await listening();
    tell(news(photo('a')));
    await expectOnStage(['a']);
    await expect.element(invitation).not.toHaveAttribute('data-large');
  });

  describe('where more pixels are seen than a rendition has', () => {
    const large = photo('a', { width: 3000, height: 2000 });

    /** @returns from where the picture on the stage is, once there is one */
    async function sourceWith(download: () => Promise<Response>): Promise<string> {
      await open([large]);
      const answered = fetch;
      vi.stubGlobal('fetch', (href: string, init?: RequestInit) =>
        href.includes('/download') ? download() : answered(href, init),
      );
      await vi.waitFor(() => expect(current()).toHaveLength(1));
      return document.querySelector<HTMLImageElement>('[data-spread] img')?.src.split(':')[0] ?? '';
    }

    it('the photo is as it was taken', async () => {
      const blob = await new OffscreenCanvas(40, 30).getContext('2d')?.canvas.convertToBlob();
      const headers = { 'content-type': 'image/png' };
      expect(await sourceWith(async () => new Response(blob, { headers }))).toBe('blob');
    });

    it('the rendition is shown if that does not come', async () => {
      expect(await sourceWith(async () => new Response(null, { status: 503 }))).toBe('data');
    });
  });

  it('shows the poster of a video that does not play', async () => {
    await open([photo('v', { kind: 'video', playUrl: 'data:video/mp4;base64,AAAA', durationSeconds: 9 })]);
    await expectOnStage(['v']);
  });

  it('has room at 390 px', async () => {
    await page.viewport(390, 844);
    await open([photo('a')]);
    await expectOnStage(['a']);
    vi.useRealTimers();
    await expectFit();
    await page.viewport(1280, 800);
  });
});

describe('what happens meanwhile', () => {
  it('a photo that comes is next, within six seconds, and is said to be new', async () => {
    await open([photo('a'), photo('b')]);
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    await listening();
    tell(news(photo('c')));
    expect(await secondsUntilOther()).toBeLessThanOrEqual(6);
    expect(current()).toEqual(['c']);
    await expect.element(page.getByText('Just added')).toBeVisible();
    await secondsUntilOther();
    await expect.element(page.getByText('Just added')).not.toBeInTheDocument();
  });

  it('a photo that is gone leaves at once, paused or not', async () => {
    const [a, b] = [photo('a'), photo('b')];
    await open([a, b]);
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    await listening();
    await userEvent.keyboard(' ');
    const [gone, left] = current()[0] === 'a' ? [a, 'b'] : [b, 'a'];
    tell({ gone: [{ id: gone.id }] });
    await expectOnStage([left]);
    tell({ gone: [{ id: a.id }, { id: b.id }] });
    await expect.element(page.getByRole('region', { name: 'Add your photos' })).toHaveAttribute('data-large');
    expect(stage().flat()).toEqual([]);
  });

  it('what does not load is left out', async () => {
    const broken = photo('x', {
      renditions: { screen: { url: 'data:image/png;base64,AAAA', width: 300, height: 200 } },
    });
    await open([broken, photo('a'), photo('b')]);
    const seen = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      await vi.waitFor(() => expect(current()).toHaveLength(1));
      seen.add(current().join());
      await secondsUntilOther();
    }
    expect([...seen].toSorted()).toEqual(['a', 'b']);
  });

  it('without a network it goes on with what it has, and says so', async () => {
    let isDown = false;
    await open([photo('a'), photo('b')], {
      'GET /api/events/{eventId}/media': () => (isDown ? NO_NETWORK : [photo('a'), photo('b')]),
    });
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    await secondsUntilOther();
    isDown = true;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    dispatchEvent(new Event('offline'));
    await expect.element(page.getByText('No network. New photos come when it is back.')).toBeVisible();
    await secondsUntilOther();
    await secondsUntilOther();
  });

  it('goes on where a firewall refuses, and not the event', async () => {
    let isFlooded = false;
    let there = [photo('a')];
    const { sent } = await open(there, {
      'GET /api/events/{eventId}/media': () => (isFlooded ? new Refusal(403) : there),
    });
    await expectOnStage(['a']);
    const reads = () => sent.filter(({ path }) => path.endsWith('/media')).length;
    const before = reads();
    isFlooded = true;
    // It reads all of it again.
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(before));
    await pass(1);
    await expectOnStage(['a']);
    // It looks on, and shows what came meanwhile.
    isFlooded = false;
    there = [photo('a'), photo('b')];
    await secondsUntilOther();
    await expectOnStage(['b']);
  });

  it('whoever may not see it any more is told so', async () => {
    let isClosed = false;
    await open([photo('a')], {
      'GET /api/events/{eventId}/media': () =>
        isClosed ? new Refusal(401, { code: 'sign_in_required', message: 'Please sign in.' }) : [photo('a')],
    });
    await expectOnStage(['a']);
    isClosed = true;
    await pass(26 * 60_000);
    await expect.element(page.getByRole('link', { name: 'Log In' })).toBeVisible();
    expect(layers()).toEqual([]);
  });
});

describe('the controls', () => {
  it('pause, and go on', async () => {
    await open([photo('a'), photo('b')]);
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    const before = current();
    await userEvent.keyboard(' ');
    await expect.element(button('Go on')).toBeInTheDocument();
    await pass(60_000);
    expect(current()).toEqual(before);
    await userEvent.keyboard(' ');
    await vi.waitFor(() => expect(current()).not.toEqual(before));
  });

  it('pause a video, which then has the time that was left', async () => {
    const video = { kind: 'video', playUrl: 'data:video/mp4;base64,AAAA', durationSeconds: 9 } as const;
    await open([photo('v', video), photo('w', video)]);
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    const before = current();
    await pass(1_000);
    await userEvent.keyboard(' ');
    await expect.element(button('Go on')).toBeInTheDocument();
    await pass(60_000);
    await userEvent.keyboard(' ');
    await expect.element(button('Pause')).toBeInTheDocument();
    await pass(3_000);
    expect(current()).toEqual(before);
    await pass(6_000);
    await vi.waitFor(() => expect(current()).not.toEqual(before));
  });

  it('step back to what was there, and forward again', async () => {
    await open(['a', 'b', 'c', 'd'].map((name) => photo(name)));
    await vi.waitFor(() => expect(current()).toHaveLength(1));
    const seen = [current()];
    while (seen.length < 4) {
      await userEvent.keyboard('{ArrowRight}');
      await vi.waitFor(() => expect(current()).not.toEqual(seen.at(-1)));
      seen.push(current());
    }
    await userEvent.keyboard('{ArrowLeft}');
    await expectOnStage(seen[2] ?? []);
    await userEvent.keyboard('{ArrowLeft}');
    await expectOnStage(seen[1] ?? []);
    await userEvent.keyboard('{ArrowRight}');
    await expectOnStage(seen[2] ?? []);
  });

  it('hide the code and show it', async () => {
    await open([photo('a')]);
    await expectOnStage(['a']);
    await button('Hide QR code').click();
    await expect.element(page.getByText('Add your photos')).not.toBeInTheDocument();
    await button('Show QR code').click();
    await expect.element(page.getByText('Add your photos')).toBeVisible();
  });

  it('are hidden with the pointer after three seconds, and come back', async () => {
    await open([photo('a')]);
    await expectOnStage(['a']);
    const wall = () => document.querySelector('[data-spread]')?.closest('[data-still]');
    expect(wall()).toBeNull();
    await pass(3_000);
    await vi.waitFor(() => expect(wall()).not.toBeNull());
    dispatchEvent(new PointerEvent('pointermove'));
    await vi.waitFor(() => expect(wall()).toBeNull());
  });

  it('fill the screen', async () => {
    await open([photo('a')]);
    await expectOnStage(['a']);
    const fill = vi.mocked(document.documentElement.requestFullscreen).mockClear();
    await userEvent.keyboard('f');
    expect(fill).toHaveBeenCalledOnce();
  });

  it.each(['by key', 'by button'])('close %s', async (way) => {
    const { address } = await open([photo('a')]);
    await expectOnStage(['a']);
    if (way === 'by key') await userEvent.keyboard('{Escape}');
    else await button('Close').click();
    await expect.poll(address).toBe(`/event/${EVENT_ID}`);
  });
});

describe('the screen', () => {
  it('is kept on, again whenever the page is seen, and a minute after the browser let go of it', async () => {
    const release = vi.fn<() => Promise<void>>().mockResolvedValue();
    const lock = { released: false, release };
    const request = vi.fn<() => Promise<typeof lock>>().mockResolvedValue(lock);
    vi.spyOn(navigator, 'wakeLock', 'get').mockReturnValue({ request } as unknown as WakeLock);
    const { unmount } = await open([photo('a')]);
    await expectOnStage(['a']);
    const before = request.mock.calls.length;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(before);
    // As when the page was hidden.
    lock.released = true;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(before + 1);
    await pass(60_000);
    expect(request).toHaveBeenCalledTimes(before + 2);
    lock.released = false;
    await pass(60_000);
    expect(request).toHaveBeenCalledTimes(before + 2);
    await unmount();
    expect(release).toHaveBeenCalled();
  });
});
