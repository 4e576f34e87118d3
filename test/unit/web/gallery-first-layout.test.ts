import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFor, gapFor, layoutOf } from '../../../shared/rules/masonry.ts';
import { FIRST_TILES, firstLayout } from '../../../web/src/features/gallery/layout/first-layout.ts';

const item = fc.record({
  width: fc.integer({ min: 100, max: 6000 }),
  height: fc.integer({ min: 100, max: 6000 }),
  state: fc.constant('ready'),
  kind: fc.constant('picture'),
  color: fc.constantFrom(null, '#a0b0c0'),
});

/** The rules that count for a grid of this width: those outside queries, and those of all queries that match. */
function rulesFor(css: string, width: number): string {
  const inQueries = [...css.matchAll(/@container\((.*?)\)\{((?:[^{}]*\{[^{}]*\})*)\}/g)];
  const matching = inQueries.filter(([, range = '']) => {
    const [, from = '0'] = /^(\d+)px<=|>=(\d+)/.exec(range)?.slice(0) ?? [];
    const least = Number(/>=(\d+)/.exec(range)?.[1] ?? from);
    const below = Number(/width<(\d+)/.exec(range)?.[1] ?? Infinity);
    return width >= least && width < below;
  });
  const outside = css.replaceAll(/@container\(.*?\)\{(?:[^{}]*\{[^{}]*\})*\}/g, '');
  return outside + matching.map(([, , rules]) => rules).join('');
}

/** The last value of a property for a selector, as the cascade has it. */
function valueOf(rules: string, selector: string, property: string): string | undefined {
  const bodies = rules.split('}').filter((rule) => rule.startsWith(`${selector}{`));
  const values = bodies.flatMap((body) => [...body.matchAll(new RegExp(`[{;]${property}:([^;]*)`, 'g'))]);
  return values.at(-1)?.[1];
}

/** What a sum of products of numbers, `var(--tile)` and `var(--gap)` comes to. */
function evaluate(expression: string, { tile, gap }: { tile: number; gap: number }): number {
  return expression
    .replaceAll(' - ', ' + -1*')
    .split(' + ')
    .map((product) =>
      product
        .split('*')
        .map((factor) => ({ 'var(--tile)': tile, 'var(--gap)': gap })[factor] ?? Number(factor))
        .reduce((all, factor) => all * factor),
    )
    .reduce((sum, part) => sum + part);
}

describe('the first tiles, before their grid is measured', () => {
  it('are where the layout has them, at every width', () => {
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 288, max: 2200 }),
        (items, width) => {
          const rules = rulesFor(firstLayout(items), width);
          const columns = columnsFor(width);
          const gap = gapFor(width);
          expect(Number(valueOf(rules, 'ul', '--columns'))).toBe(columns);
          expect(valueOf(rules, 'ul', '--gap')).toBe(`${gap}px`);
          expect(valueOf(rules, 'ul', '--seen')).toBe('visible');
          const units = { tile: (width - (columns - 1) * gap) / columns, gap };
          const ratios = items.map(({ width, height }) => Math.min(2, Math.max(0.4, height / width)));
          const layout = layoutOf({ sections: [{ ratios }], width, columns, gap, headingHeight: 0 });
          for (const { index, x, y, height } of layout.boxes.slice(0, FIRST_TILES)) {
            const of = (property: string) => valueOf(rules, `[data-index="${index}"]`, property) ?? '';
            expect(Number(of('--column')) * (units.tile + gap)).toBeCloseTo(x, 6);
            expect(evaluate(/^calc\((.*)\)$/.exec(of('--above'))?.[1] ?? '', units)).toBeCloseTo(y, 1);
            expect(Number(of('--ratio')) * units.tile).toBeCloseTo(height, 1);
            expect(of('--colour')).toBe(items[index]?.color ?? '');
          }
          const [, ends = ''] = /^max\((.*)\)$/.exec(valueOf(rules, 'ul', 'height') ?? '') ?? [];
          const heights = ends.split(/,/).map((end) => evaluate(end, units));
          expect(Math.max(...heights)).toBeCloseTo(layout.height, 0);
        },
      ),
    );
  });

  it('have no colour that could be more than one', () => {
    const hostile = { width: 1, height: 1, state: 'ready', kind: 'picture', color: 'red}</style><script>' };
    expect(firstLayout([hostile])).not.toContain('red');
  });
});
