/** Cut paper that falls from an edge, as the Confetti design has it at the top and, turned, at the bottom. */
export function ConfettiDrawing() {
  return (
    <svg viewBox="0 0 100 19" aria-hidden>
      {PIECES.map(({ x, y, turn, kind, colour }) => (
        <path
          key={`${x} ${y}`}
          d={SHAPES[kind]}
          fill={kind === 'streamer' ? 'none' : colour}
          stroke={kind === 'streamer' ? colour : 'none'}
          strokeWidth={0.9}
          strokeLinecap="round"
          transform={`translate(${x} ${y}) rotate(${turn})`}
        />
      ))}
    </svg>
  );
}

const SHAPES = {
  square: 'M-1.5 -1.5h3v3h-3z',
  strip: 'M-2.6 -0.7h5.2v1.4h-5.2z',
  dot: 'M-1.2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0z',
  half: 'M-2 0a2 2 0 0 1 4 0z',
  triangle: 'M0 -1.9L1.8 1.3H-1.8z',
  streamer: 'M-3.6 0C-2.4 -2.4 -1.2 2.4 0 0S2.4 -2.4 3.6 0',
} as const;
type Kind = keyof typeof SHAPES;

const COLOURS = ['#2345c9', '#d8553f', '#e2a72e', '#1c6b43', '#c8669a'] as const;
const KINDS = Object.keys(SHAPES) as Kind[];

type Piece = { x: number; y: number; turn: number; kind: Kind; colour: string };

/** Evenly along the edge by the golden ratio, unevenly away from it, and the same each time. Thinner further from the edge. */
const PIECES: readonly Piece[] = Array.from({ length: 46 }, (_, number) => {
  const spread = (number * 0.618034) % 1;
  const depth = (((number * 7919 + 31) % 97) / 97) ** 1.6;
  return {
    x: Math.round(spread * 1000) / 10,
    y: Math.round(depth * 160) / 10,
    turn: (number * 137) % 360,
    kind: KINDS[(number * 5 + (number >> 2)) % KINDS.length] ?? 'dot',
    colour: COLOURS[(number * 3) % COLOURS.length] ?? '#2345c9',
  };
});
