import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Privacy } from '../../shared/contract/entities.ts';
import Print from '../../web/src/routes/print.tsx';
import { expectNoViolations } from './axe.ts';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

// What hosts print, on the screen. What then lies in the printer is in test/e2e/print.test.ts.

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem(`print:${EVENT_ID}`);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const choice = (name: string) => page.getByRole('radio', { name, exact: true });
const sheet = () => page.getByRole('region', { name: /, as printed$/ });
const line = () => page.getByLabelText('A line of your own');

type AnswerCode = NonNullable<Answers['PUT /api/events/{eventId}/code']>;

async function open(
  privacy: Privacy = 'unlisted',
  code: AnswerCode = () => ({ code: 'CDFGHJKM' }),
  name = 'Summer party',
) {
  fakeApi({
    'GET /api/auth/user': () => sampleUser({ id: sampleEvent().createdBy }),
    'GET /api/events/{eventId}': () => sampleEvent({ name, privacy, date: '2026-06-30' }),
    ...(privacy !== 'private' && { 'PUT /api/events/{eventId}/code': code }),
  });
  return show(<Print />, { at: `/event/${EVENT_ID}/print`, route: '/event/:eventId/print' });
}

/** Lines of the printed faces that reach out of the part that is theirs, by a pixel or more. */
function wordsOutside(): string[] {
  const faces = [...document.querySelectorAll('[data-sheet] svg[role=img]')].map(
    (code) => code.parentElement?.parentElement as HTMLElement,
  );
  return faces.flatMap((face) => {
    const [words, way] = [...face.children].map((part) => part.getBoundingClientRect()) as [DOMRect, DOMRect];
    const isBeside = Math.abs(words.top - way.top) < words.height && words.right <= way.left + 1;
    return [...face.querySelectorAll(':scope > :first-child > p')]
      .map((text) => ({ text, at: text.getBoundingClientRect() }))
      .filter(
        ({ at }) =>
          at.top < words.top - 1 ||
          at.bottom > words.bottom + 1 ||
          at.left < words.left - 1 ||
          at.right > words.right + 1 ||
          !(isBeside || words.bottom <= way.top + 1 || words.top >= way.bottom - 1),
      )
      .map(({ text }) => text.textContent);
  });
}

/** Faces whose words would have room a step larger, too. */
function smallFaces(): HTMLElement[] {
  const faces = [...document.querySelectorAll<HTMLElement>('[data-sheet] [style*="--fit"]')];
  return faces.filter((words) => {
    const scale = words.style.getPropertyValue('--fit');
    if (Number(scale) === 1) return false;
    words.style.setProperty('--fit', String(Number(scale) / 0.96));
    const hasRoom = words.scrollHeight <= words.clientHeight && words.scrollWidth <= words.clientWidth;
    words.style.setProperty('--fit', scale);
    return hasRoom;
  });
}

const hasBrokenWords = () => document.querySelector('[data-sheet] [data-breaks]') !== null;

// Each design begins with the form that the last one ended with: cards at first.
const EACH_DESIGN_AND_FORM = ['Letterpress', 'Entrance sign', 'Garden', 'Cards', 'Confetti', 'Entrance sign'];
const EACH_DESIGN = ['Letterpress', 'Entrance sign', 'Garden', 'Confetti'];

describe('what is printed', () => {
  it('has the name, the day, the host’s line and the code on each of four cards', async () => {
    await open();
    await line().fill('Dance, and take pictures');
    for (const text of ['Summer party', 'Dance, and take pictures', 'CDFG-HJKM'])
      await expect.element(sheet().getByText(text).nth(3)).toBeVisible();
    expect(sheet().getByRole('img', { name: 'QR code' }).elements()).toHaveLength(4);
    expect(sheet().getByText('2026').elements()).toHaveLength(4);
    await expectNoViolations();
  });

  it.each([
    ['a name of two lines', 'Lake House Summer', false, EACH_DESIGN],
    ['a long word', 'Bartholomew’s Sommernachtsfest', false, EACH_DESIGN],
    ['the longest name', 'W'.repeat(200), true, EACH_DESIGN_AND_FORM],
  ])('has all its words within its frame and clear of the code, with %s', async (_, name, breaks, steps) => {
    const ownLine = 'Dance with us until the morning comes, and share every picture that you take';
    localStorage.setItem(`print:${EVENT_ID}`, JSON.stringify({ line: ownLine }));
    await open('unlisted', undefined, name);
    await expect.element(line()).toHaveValue(ownLine);
    for (const [step, chosen] of steps.entries()) {
      if (step > 0) await choice(chosen).click();
      await expect
        .poll(() => ({ chosen, outside: wordsOutside(), breaks: hasBrokenWords(), small: smallFaces() }))
        .toMatchObject({ outside: [], breaks, small: [] });
    }
  });

  it('finds its size in a dozen tries, because nobody can type into a page that makes many more', async () => {
    await open('unlisted', undefined, 'W'.repeat(200));
    await expect.poll(hasBrokenWords).toBe(true);
    const tries = vi.spyOn(CSSStyleDeclaration.prototype, 'setProperty');
    const begun = vi.spyOn(Element.prototype, 'toggleAttribute');
    await line().fill('Dance');
    await expect.element(sheet().getByText('Dance').nth(3)).toBeVisible();
    const fits = begun.mock.calls.filter(([name, isSet]) => name === 'data-breaks' && !isSet).length;
    expect(fits).toBeGreaterThan(3);
    expect(tries.mock.calls.length / fits).toBeLessThanOrEqual(12);
  });

  it('is one large code on a poster, on the papers that there are for it', async () => {
    await open();
    await expect.element(choice('A3')).not.toBeInTheDocument();
    await choice('Poster').click();
    await choice('A3').click();
    expect(sheet().getByRole('img', { name: 'QR code' }).elements()).toHaveLength(1);
    await expect.element(page.getByText(/^On A3 paper/)).toBeVisible();
    // There are no cards of A3.
    await choice('Cards').click();
    await expect.element(choice('A4')).toBeChecked();
  });

  it('stays as it was chosen, for the event and in this browser', async () => {
    const first = await open();
    await choice('Garden').click();
    await choice('Entrance sign').click();
    await line().fill('Come in');
    await first.unmount();
    await open();
    await expect.element(choice('Garden')).toBeChecked();
    await expect.element(choice('Entrance sign')).toBeChecked();
    await expect.element(line()).toHaveValue('Come in');
  });

  it('begins anew where what was kept is nonsense', async () => {
    localStorage.setItem(`print:${EVENT_ID}`, '{"form":"kite","paper":"A3","design":7,"line":null}');
    await open();
    await expect.element(choice('Cards')).toBeChecked();
    await expect.element(choice('Letterpress')).toBeChecked();
    await expect.element(line()).toHaveValue('Share your pictures with us');
  });
});

describe('the code to type', () => {
  it('is left out of a private event’s cards, and not asked for', async () => {
    await open('private');
    await expect.element(page.getByText(/^A private event has no code to type/)).toBeVisible();
    await expect.element(sheet().getByText('→').first()).not.toBeInTheDocument();
    await expect.element(button('Print')).not.toHaveAttribute('aria-busy');
  });

  it('that did not come is asked for again', async () => {
    let answer: ReturnType<AnswerCode> = new Refusal(503, { message: 'A lot is going on right now.' });
    await open('public', () => answer);
    await expect.element(page.getByText('A lot is going on right now.')).toBeVisible();
    answer = { code: 'CDFGHJKM' };
    await button('Try again').click();
    await expect.element(sheet().getByText('CDFG-HJKM').first()).toBeVisible();
  });
});

it('printing waits for the typefaces, and opens the browser’s own dialog', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
  await open();
  await expect.element(sheet().getByText('CDFG-HJKM').first()).toBeVisible();
  await button('Print').click();
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(document.fonts.check('500 40px "Cormorant Garamond"')).toBe(true);
});

it('is no participant’s', async () => {
  fakeApi({
    'GET /api/auth/user': () => sampleUser(),
    'GET /api/events/{eventId}': () => sampleEvent({ role: 'participant' }),
  });
  await show(<Print />, { at: `/event/${EVENT_ID}/print`, route: '/event/:eventId/print' });
  await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
