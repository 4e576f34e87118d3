import { Drawing } from '../../ui/drawing.tsx';

/** Line drawing of an open envelope with an empty print coming out of it. */
export function InvitationDrawing() {
  return (
    <Drawing>
      <path d="M30 58 80 22l50 36" />
      <path d="M30 58v50h100V58" />
      <path d="m30 108 38-31M130 108 92 77" />
      <path d="m30 58 38 19M130 58 92 77" />
      <g transform="rotate(-5 80 44)">
        <rect x="54" y="12" width="52" height="62" rx="3" fill="var(--paper)" />
        <rect x="60" y="18" width="40" height="38" rx="1.5" />
        <path d="m60 50 12-13 9 9 6-6 13 13" />
        <circle cx="90" cy="27" r="3.5" />
      </g>
      <path d="M68 77c8-5 16-5 24 0l38 31H30z" fill="var(--paper)" />
      <path d="M22 30v8M18 34h8M140 18v8M136 22h8M146 44v4M144 46h4" />
    </Drawing>
  );
}
