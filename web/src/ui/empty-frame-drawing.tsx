import { Drawing } from './drawing.tsx';

/** Line drawing of an empty frame that hangs crooked from its nail. */
export function EmptyFrameDrawing() {
  return (
    <Drawing height={130}>
      <circle cx="80" cy="12" r="3" />
      <path d="M78 14 44 44M82 14l38 18" />
      <g transform="rotate(-9 80 78)">
        <rect x="36" y="40" width="88" height="72" rx="3" />
        <rect x="46" y="50" width="68" height="52" rx="1.5" />
        <path d="m36 40 10 10M124 40l-10 10M36 112l10-10M124 112l-10-10" />
        <path d="M70 72v4M90 72v4M70 90c5-5 15-5 20 0" />
      </g>
    </Drawing>
  );
}
