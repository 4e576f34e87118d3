import { createElement, type SVGProps } from 'react';

/** An icon as lucide-react describes it: `size` of the square view box, and its elements. */
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
 * Creates an icon component. The build substitutes this for lucide-react's factory, which is four times as large and
 * supports contexts, sizes and colours that we do not use.
 */
export default function lineIcon({ size = 24, node }: IconData) {
  const viewBox = `0 0 ${size} ${size}`;
  // Passed as separate children, so they need no keys.
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function LineIcon({ className = '', ...props }: SVGProps<SVGSVGElement>) {
    const isHidden = props['aria-label'] === undefined;
    const shell = { viewBox, 'aria-hidden': isHidden, ...props, className: `lucide ${className}`.trim() };
    return createElement('svg', { ...line, ...shell }, ...drawing);
  };
}
