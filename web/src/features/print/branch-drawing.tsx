/** A branch with leaves, as the Garden design has them in two corners. */
export function BranchDrawing({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden>
      <path d={STEM} fill="none" stroke="currentcolor" strokeWidth={0.9} strokeLinecap="round" />
      {LEAVES.map(({ x, y, angle, size, isPale }) => (
        <path
          key={`${x} ${y} ${angle}`}
          d={LEAF}
          fill="currentcolor"
          opacity={isPale ? 0.55 : 0.92}
          transform={`translate(${x} ${y}) rotate(${angle}) scale(${size})`}
        />
      ))}
      {BERRIES.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={1.5} fill="#c0785a" />
      ))}
    </svg>
  );
}

/** From the corner down its side, and a shorter arm along the top. */
const STEM = 'M2 3C5 28 6 58 2 92M2 3C26 5 56 6 90 2';
const LEAF = 'M0 0C3 -4.6 10 -6.2 16 0C10 3.4 4 3.6 0 0Z';

type Leaf = { x: number; y: number; angle: number; size: number; isPale: boolean };

/** In pairs along both arms of the stem, smaller towards the tips. */
const LEAVES: readonly Leaf[] = [9, 19, 29, 40, 51, 62, 73, 84].flatMap((at, number) => {
  const size = 1.08 - number * 0.07;
  const bend = 2.6 + 2.4 * Math.sin((at / 92) * Math.PI);
  const isPale = number % 2 === 1;
  return [
    { x: bend, y: at, angle: 34 + number * 4, size, isPale },
    { x: bend, y: at + 4, angle: 118 + number * 3, size: size * 0.72, isPale: !isPale },
    { x: at, y: bend, angle: 56 - number * 4, size, isPale: !isPale },
    { x: at + 4, y: bend, angle: -28 - number * 3, size: size * 0.72, isPale },
  ];
});

const BERRIES = [
  [15, 15],
  [19, 12.5],
  [13, 19.5],
  [9, 66],
  [66, 9],
] as const;
