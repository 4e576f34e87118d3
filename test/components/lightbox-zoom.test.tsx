import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import Lightbox from '../../web/src/features/lightbox/lightbox.tsx';
import { expectNoViolations } from './axe.ts';
import { recordCloseRequests } from './close-requests.ts';
import { PICTURE, sampleMedia, sampleVideo } from './sample-views.ts';
import { show } from './show.tsx';

// The large view's zoom: by fingers, mouse, wheel and keys.

const LARGE = {
  width: 4000,
  height: 3000,
  renditions: { screen: { url: PICTURE, width: 1600, height: 1200 } },
};
const [first, second] = ['med_1', 'med_2'].map((id) => sampleMedia({ ...LARGE, id })) as [
  MediaView,
  MediaView,
];

const step = vi.fn<(by: -1 | 1) => void>();
const close = vi.fn<() => void>();
const fetched = vi.fn<(href: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  for (const mock of [step, close, fetched]) mock.mockReset();
  fetched.mockImplementation(jpegAnswer);
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetched as typeof fetch);
  // Pointers that a test makes up cannot be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue(undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function jpegAnswer(): Promise<Response> {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
  return new Response(blob, { headers: { 'content-type': 'image/jpeg' } });
}

const lightbox = (item: MediaView) => (
  <Lightbox
    item={item}
    previous={first}
    next={second}
    position={2}
    count={3}
    actions={null}
    caption={null}
    preview={null}
    downloadHref={`/api/media/${item.id}/download`}
    onStep={step}
    onBroken={() => undefined}
    onClose={close}
  />
);

const stage = () => document.querySelector<HTMLElement>('[data-zoomable]')!;
const picture = () => document.querySelector<HTMLElement>('[data-large]')!;
const full = () => document.querySelector<HTMLImageElement>('img[data-decoded]');
/** How many times as large as it fits the picture is drawn now. */
const scale = () => new DOMMatrix(getComputedStyle(picture()).transform).a;
/** The scale at which a pixel of the photo is one of the screen. */
const actualScale = () => 4000 / (picture().offsetWidth * devicePixelRatio);
const button = (name: string) => page.getByRole('button', { name });

/** What of the picture is at a point of the screen, as shares of its size. */
function partAt({ x, y }: { x: number; y: number }) {
  const box = picture().getBoundingClientRect();
  return [(x - box.x) / box.width, (y - box.y) / box.height].map((share) => Math.round(share * 100) / 100);
}

function point(shareX: number, shareY: number) {
  const { x, y, width, height } = stage().getBoundingClientRect();
  return { x: x + width * shareX, y: y + height * shareY };
}

type Point = ReturnType<typeof point>;

function send(type: string, { x, y }: Point, pointerId = 1, pointerType = 'touch'): void {
  const isPrimary = pointerId === 1;
  const init = { pointerId, pointerType, isPrimary, clientX: x, clientY: y, bubbles: true };
  picture().dispatchEvent(new PointerEvent(type, init));
}

function tap(at: Point): void {
  send('pointerdown', at);
  send('pointerup', at);
}

function drag(from: Point, to: Point, pointerType = 'touch'): void {
  send('pointerdown', from, 1, pointerType);
  send('pointermove', to, 1, pointerType);
  send('pointerup', to, 1, pointerType);
}

/** Two fingers around a point, from one distance to another. */
function pinch(centre: Point, from: number, to: number): void {
  const fingers = (apart: number) => [
    { x: centre.x - apart / 2, y: centre.y },
    { x: centre.x + apart / 2, y: centre.y },
  ];
  fingers(from).forEach((at, id) => send('pointerdown', at, id + 1));
  fingers(to).forEach((at, id) => send('pointermove', at, id + 1));
  fingers(to).forEach((at, id) => send('pointerup', at, id + 1));
}

describe('by touch', () => {
  it('a double tap shows 100 % of what was tapped, and all of it again', async () => {
    await show(lightbox(first));
    const at = point(0.6, 0.55);
    const part = partAt(at);
    tap(at);
    expect(scale()).toBe(1);
    tap(at);
    await expect.poll(scale).toBeCloseTo(actualScale());
    expect(partAt(at)).toEqual(part);
    await expect.element(page.getByText('100 %')).toBeVisible();
    tap(at);
    tap(at);
    await expect.poll(scale).toBe(1);
    await expect.element(page.getByText('100 %')).not.toBeInTheDocument();
  });

  it('two fingers zoom around the point between them, and never smaller than it fits', async () => {
    await show(lightbox(first));
    const at = point(0.45, 0.5);
    const part = partAt(at);
    pinch(at, 60, 180);
    await expect.poll(scale).toBeCloseTo(3);
    expect(partAt(at)).toEqual(part);
    pinch(at, 200, 20);
    await expect.poll(scale).toBe(1);
    pinch(at, 10, 2000);
    await expect.poll(scale).toBeCloseTo(2 * actualScale());
    expect(step).not.toHaveBeenCalled();
  });

  it('a finger moves what is zoomed up to its edge, and swipes only what is not', async () => {
    await show(lightbox(first));
    pinch(point(0.5, 0.5), 50, 200);
    await expect.poll(scale).toBeCloseTo(4);
    const left = () => picture().getBoundingClientRect().left;
    const before = left();
    drag(point(0.5, 0.5), point(0.3, 0.5));
    await expect.poll(left).toBeCloseTo(before - stage().clientWidth * 0.2, 0);
    drag(point(0.1, 0.5), point(5, 0.5));
    await expect.poll(left).toBeCloseTo(stage().getBoundingClientRect().left, 0);
    expect(step).not.toHaveBeenCalled();
    tap(point(0.5, 0.5));
    tap(point(0.5, 0.5));
    await expect.poll(scale).toBe(1);
    drag(point(0.7, 0.5), point(0.2, 0.5));
    expect(step.mock.calls).toEqual([[1]]);
  });

  it('the finger that is left of a pinch neither swipes nor taps', async () => {
    await show(lightbox(first));
    const at = point(0.5, 0.5);
    send('pointerdown', at);
    send('pointerdown', point(0.6, 0.5), 2);
    send('pointerup', point(0.6, 0.5), 2);
    send('pointermove', point(0.1, 0.5));
    send('pointerup', point(0.1, 0.5));
    expect(step).not.toHaveBeenCalled();
    expect(scale()).toBe(1);
  });
});

describe('by mouse, wheel and trackpad', () => {
  it.each([
    ['a wheel', { deltaY: -200 }],
    ['two fingers on a trackpad', { deltaY: -50, ctrlKey: true }],
  ])('%s zooms at the pointer, and the browser does not', async (_, init) => {
    await show(lightbox(first));
    const at = point(0.6, 0.5);
    const part = partAt(at);
    const wheel = new WheelEvent('wheel', {
      ...init,
      clientX: at.x,
      clientY: at.y,
      bubbles: true,
      cancelable: true,
    });
    picture().dispatchEvent(wheel);
    expect(wheel.defaultPrevented).toBe(true);
    await expect.poll(scale).toBeCloseTo(Math.exp(0.5));
    expect(partAt(at)).toEqual(part);
    picture().dispatchEvent(new WheelEvent('wheel', { deltaY: 2000, bubbles: true, cancelable: true }));
    await expect.poll(scale).toBe(1);
  });

  it('a trackpad zooms in Safari, too', async () => {
    await show(lightbox(first));
    const gesture = (type: string, by: number) => {
      const { x, y } = point(0.5, 0.5);
      const event = new Event(type, { bubbles: true, cancelable: true });
      picture().dispatchEvent(Object.assign(event, { scale: by, clientX: x, clientY: y }));
      return event.defaultPrevented;
    };
    expect([gesture('gesturestart', 1), gesture('gesturechange', 1.5), gesture('gesturechange', 2)]).toEqual([
      true,
      true,
      true,
    ]);
    gesture('gestureend', 2);
    await expect.poll(scale).toBeCloseTo(2);
  });

  it('the mouse drags what is zoomed', async () => {
    await show(lightbox(first));
    await button('Zoom In').click();
    await expect.poll(scale).toBeGreaterThan(1);
    const left = () => picture().getBoundingClientRect().left;
    const before = left();
    drag(point(0.5, 0.5), point(0.4, 0.5), 'mouse');
    await expect.poll(left).toBeCloseTo(before - stage().clientWidth * 0.1, 0);
    expect(step).not.toHaveBeenCalled();
  });
});

describe('by keys and buttons', () => {
  it('plus, minus and zero zoom, and the arrow keys look around', async () => {
    await show(lightbox(first));
    await userEvent.keyboard('++');
    await expect.poll(scale).toBeCloseTo(2.25);
    const left = () => picture().getBoundingClientRect().left;
    const before = left();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(left).toBeCloseTo(before - stage().clientWidth * 0.2, 0);
    await userEvent.keyboard('-');
    await expect.poll(scale).toBeCloseTo(1.5);
    await userEvent.keyboard('0');
    await expect.poll(scale).toBe(1);
    expect(step).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowRight}');
    expect(step.mock.calls).toEqual([[1]]);
  });

  it('Escape shows all of the photo first, and then closes', async () => {
    await show(lightbox(first));
    await userEvent.keyboard('+');
    await expect.poll(scale).toBeGreaterThan(1);
    await userEvent.keyboard('{Escape}');
    await expect.poll(scale).toBe(1);
    expect(close).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it('several Escapes close once, and each is heard', async () => {
    await show(lightbox(first));
    await userEvent.keyboard('+');
    await expect.poll(scale).toBeGreaterThan(1);
    await userEvent.keyboard('{Escape}{Escape}{Escape}');
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    await show(lightbox(first));
    await userEvent.keyboard('{Escape}{Escape}');
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('Back on a phone shows all of the photo first, each time', async () => {
    const requestBack = recordCloseRequests();
    await show(lightbox(first));
    for (const _ of [1, 2]) {
      await button('Zoom In').click();
      await expect.poll(scale).toBeGreaterThan(1);
      expect(requestBack()).toBe(true);
      await expect.poll(scale).toBe(1);
      await expect.element(button('Zoom In')).toBeVisible();
      // The next one is the browser's.
      expect(requestBack()).toBe(false);
    }
    expect(close).not.toHaveBeenCalled();
  });

  it('a button zooms, keeps the focus, and says which way it leads', async () => {
    await show(lightbox(first));
    await button('Zoom In').click();
    await expect.element(button('Zoom Out')).toHaveFocus();
    await expect.element(page.getByText('100 %')).toBeVisible();
    await expectNoViolations();
    await button('Zoom Out').click();
    await expect.element(button('Zoom In')).toHaveFocus();
  });

  it('another photo is seen as it fits', async () => {
    const { update } = await show(lightbox(first));
    await button('Zoom In').click();
    await expect.poll(scale).toBeGreaterThan(1);
    await update(lightbox(second));
    await expect.poll(scale).toBe(1);
    await expect.element(button('Zoom In')).toBeVisible();
  });

  it('a video has no zoom', async () => {
    await show(lightbox(sampleVideo()));
    await expect.element(page.getByRole('dialog', { name: 'Video' })).toBeVisible();
    await expect.element(button('Zoom In')).not.toBeInTheDocument();
    await userEvent.keyboard('+');
    expect(stage()).toBeNull();
  });
});

describe('the full size', () => {
  it('comes when more is seen than the rendition has, decoded and in its place', async () => {
    await show(lightbox(first));
    await userEvent.keyboard('+');
    await expect.poll(scale).toBeGreaterThan(1);
    expect(fetched).not.toHaveBeenCalled();
    await button('Zoom Out').click();
    await button('Zoom In').click();
    await expect.poll(full).not.toBeNull();
    expect(fetched.mock.calls.map(([href]) => href)).toEqual(['/api/media/med_1/download?view=true']);
    const [rendition, large] = ['img:not([aria-hidden])', 'img[data-decoded]'].map((selector) =>
      picture().querySelector(selector)?.getBoundingClientRect().toJSON(),
    );
    expect(large).toEqual(rendition);
    // Seen again, it is still there.
    await button('Zoom Out').click();
    await button('Zoom In').click();
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('is given up when the photo is left, and asked for again after a failure', async () => {
    fetched.mockRejectedValueOnce(new TypeError('No network'));
    const { update, unmount } = await show(lightbox(first));
    await button('Zoom In').click();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    fetched.mockReturnValue(new Promise(() => {}));
    await button('Zoom Out').click();
    await button('Zoom In').click();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    const isAborted = () => fetched.mock.lastCall?.[1].signal?.aborted;
    expect(isAborted()).toBe(false);
    await update(lightbox(second));
    await expect.poll(isAborted).toBe(true);
    await button('Zoom In').click();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
    await unmount();
    expect(isAborted()).toBe(true);
  });

  it('is never a drawing', async () => {
    const { update } = await show(lightbox({ ...first, mimeType: 'image/svg+xml' }));
    await button('Zoom In').click();
    await expect.poll(scale).toBeGreaterThan(1);
    expect(fetched).not.toHaveBeenCalled();
    // Nor what turns out to be one.
    fetched.mockImplementation(() =>
      Promise.resolve(new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })),
    );
    const made = vi.spyOn(URL, 'createObjectURL');
    await update(lightbox(second));
    await button('Zoom In').click();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    await fetched.mock.results[0]?.value;
    await expect.poll(scale).toBeGreaterThan(1);
    expect(made).not.toHaveBeenCalled();
  });
});
