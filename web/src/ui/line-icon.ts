import { createElement, type SVGProps } from 'react';

/** An icon as lucide-react describes it: a square of `size` units and what is drawn in it. */
export type IconData = {
  readonly size?: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

const line = {
  width: 24,
  height: 24,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Makes a component of an icon. The build puts this in the place of lucide-react's own maker, which does for
 * every drawn icon what we never ask for (contexts, sizes, colours) and weighs four times as much.
 */
export default function lineIcon({ size = 24, node }: IconData) {
  const viewBox = `0 0 ${size} ${size}`;
  // Spread into their parent, they need no keys.
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function LineIcon({ className = '', ...props }: SVGProps<SVGSVGElement>) {
    const isHidden = props['aria-label'] === undefined;
    const shell = { viewBox, 'aria-hidden': isHidden, ...props, className: `lucide ${className}`.trim() };
    return createElement('svg', { ...line, ...shell }, ...drawing);
  };
}
