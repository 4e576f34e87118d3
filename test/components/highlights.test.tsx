import type { CSSProperties } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages, toasts } from '../../shared/messages.ts';
import type { HighlightView } from '../../shared/contract/highlights.ts';
import { GenerateHighlightsCard } from '../../web/src/features/highlights/generate-highlights-card.tsx';
import { HighlightCard } from '../../web/src/features/highlights/highlight-card.tsx';
import { HighlightsStrip } from '../../web/src/features/highlights/highlights-strip.tsx';
import RegenerateButton from '../../web/src/features/highlights/regenerate-button.tsx';
import StripArrows from '../../web/src/features/highlights/strip-arrows.tsx';
import { Button } from '../../web/src/ui/button.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleHighlight } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name });
/** The page decides it. */
const HEIGHT = { '--highlight-height': '200px' } as CSSProperties;
const picks = Array.from({ length: 8 }, (_, index) => sampleHighlight({ id: `med_${index}` }));

it('highlights cannot be generated from too few photos', async () => {
  await show(<GenerateHighlightsCard eventId={EVENT_ID} photos={2} />);
  await expect.element(button('Generate Highlights')).toBeDisabled();
  await expect.element(button('Generate Highlights')).toHaveAccessibleDescription(messages.tooFewHighlights);
});

it.each([
  [
    'Generate Highlights',
    'Generating...',
    <GenerateHighlightsCard key="card" eventId={EVENT_ID} photos={3} />,
  ],
  ['Regenerate', 'Regenerating...', <RegenerateButton key="button" eventId={EVENT_ID} />],
])('%s waits for the picks, and says what came of it', async (name, waiting, element) => {
  const held = Promise.withResolvers<Refusal>();
  let answer: () => Promise<HighlightView[] | Refusal | typeof NO_NETWORK> = () => held.promise;
  fakeApi({ 'POST /api/events/{eventId}/highlights/calculate': () => answer() });
  await show(element);
  await button(name).click();
  await expect.element(button(waiting)).toHaveFocus();
  await expect.element(button(waiting)).toHaveAttribute('aria-busy', 'true');
  held.resolve(new Refusal(400, { message: messages.tooFewHighlights }));
  await expect.element(page.getByRole('alert').last()).toMatchTextContent(messages.tooFewHighlights);
  answer = async () => NO_NETWORK;
  await button(name).click();
  await expect.element(page.getByRole('alert').last()).toMatchTextContent('Failed to generate highlights');
  answer = async () => picks;
  await button(name).click();
  await expect.element(page.getByText(toasts.highlightsGenerated.text)).toBeVisible();
  await expectNoViolations();
});

it('a highlight tells its place and why it was picked, and opens', async () => {
  const open = vi.fn<(frame: HTMLElement) => void>();
  await show(
    <ul style={HEIGHT}>
      <HighlightCard
        item={sampleHighlight()}
        position={2}
        count={8}
        onOpen={open}
        onBroken={() => undefined}
      />
    </ul>,
  );
  const card = button('Highlight 2 of 8');
  await expect.element(card).toHaveAccessibleDescription(/Sharp/);
  await card.click();
  expect(open).toHaveBeenCalledExactlyOnceWith(card.element());
});

const strip = (changes: Partial<Parameters<typeof HighlightsStrip>[0]>) => (
  <div style={HEIGHT}>
    <HighlightsStrip
      items={picks}
      action={null}
      failure={null}
      onOpen={() => undefined}
      onBroken={() => undefined}
      {...changes}
    />
  </div>
);

it('the highlights are busy at first, then a list', async () => {
  const open = vi.fn<(item: HighlightView) => void>();
  const { update } = await show(strip({ items: undefined }));
  const region = page.getByRole('region', { name: 'AI Highlights' });
  await expect.element(region).toHaveAttribute('aria-busy', 'true');
  await update(strip({ onOpen: open, action: <Button variant="quiet">Regenerate</Button> }));
  await expect.element(region).toHaveAttribute('aria-busy', 'false');
  await expect.element(button('Regenerate')).toBeVisible();
  await button('Highlight 1 of 8').click();
  expect(open.mock.calls[0]?.[0]).toEqual(picks[0]);
  await expectNoViolations();
});

it('the highlights say that they did not load, and what can be done', async () => {
  await show(strip({ items: undefined, failure: <button type="button">Try again</button> }));
  await expect.element(page.getByText('The highlights did not come.')).toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
});

it('the highlights are scrolled by arrows until their end', async () => {
  await page.viewport(640, 800);
  await show(strip({}));
  const [earlier, more] = [button('Earlier highlights'), button('More highlights')];
  await expect.element(earlier).toHaveAttribute('aria-disabled', 'true');
  await expect.element(more).toHaveAttribute('aria-disabled', 'false');
  more.element().focus();
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Enter}');
      return more.element().getAttribute('aria-disabled');
    })
    .toBe('true');
  await expect.element(more).toHaveFocus();
  await expect.element(earlier).toHaveAttribute('aria-disabled', 'false');
});

it('the arrows step by what they say', async () => {
  const step = vi.fn<(by: -1 | 1) => void>();
  await show(<StripArrows isAtStart={false} isAtEnd={false} onStep={step} />);
  await button('Earlier highlights').click();
  await button('More highlights').click();
  expect(step.mock.calls.flat()).toEqual([-1, 1]);
  await expectNoViolations();
});
