import { describe, expect, it, test } from 'vitest';
import { factsOf, forms, nameScale, paperFor, sheetSize } from '../../../web/src/features/print/forms.ts';

test.each(forms)('%s stand upright on each paper, but for the sign', (form) => {
  const { papers } = factsOf(form);
  for (const paper of papers) {
    const { width, height } = sheetSize(form, paper);
    expect(width > height).toBe(form === 'sign');
  }
});

test.each(['cards', 'tents'] as const)('%s of A4 are A6', (form) => {
  const { across, down } = factsOf(form);
  const { width, height } = sheetSize(form, 'A4');
  expect([width / across, height / down]).toEqual([105, 148.5]);
});

test('another form keeps its paper if it can', () => {
  expect(paperFor('poster', 'A3')).toBe('A3');
  expect(paperFor('cards', 'A3')).toBe('A4');
  expect(paperFor('tents', 'Letter')).toBe('Letter');
});

describe('the size of a name', () => {
  it('is the design’s own for a short one', () => expect(nameScale('Anna & Jonas')).toBe(1));

  it.each([
    'Donaudampfschifffahrtsgesellschaft',
    'A very long name of an event, with all that it is about',
    'x'.repeat(200),
  ])('is smaller for %s', (name) => expect(nameScale(name)).toBeLessThan(0.85));
});
