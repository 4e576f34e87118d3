import { Drawing } from './drawing.tsx';

/** Prints on a line, the middle one still empty. */
export function PrintsDrawing() {
  return (
    <Drawing>
      <path d="M8 26c44 14 100 14 144 0" />
      <g transform="rotate(-4 38 64)">
        <rect x="20" y="40" width="36" height="46" rx="2" />
        <rect x="24" y="44" width="28" height="30" />
        <path d="m24 70 9-10 7 7 4-4 8 8" />
        <path d="M38 33v9" />
      </g>
      <g>
        <rect x="62" y="44" width="36" height="46" rx="2" />
        <rect x="66" y="48" width="28" height="30" strokeDasharray="3 4" />
        <path d="M80 37v9M80 58v10M75 63h10" />
      </g>
      <g transform="rotate(5 122 62)">
        <rect x="104" y="40" width="36" height="46" rx="2" />
        <rect x="108" y="44" width="28" height="30" />
        <circle cx="122" cy="58" r="6" />
        <path d="M112 74c2-6 18-6 20 0M122 33v9" />
      </g>
    </Drawing>
  );
}

/** An envelope with a seal. */
export function LockDrawing() {
  return (
    <Drawing>
      <rect x="34" y="32" width="92" height="64" rx="3" />
      <path d="m34 36 46 34 46-34" />
      <path d="m34 94 32-34M126 94 94 60" />
      <circle cx="80" cy="70" r="12" fill="var(--paper)" />
      <rect x="74.5" y="68" width="11" height="8" rx="1.5" />
      <path d="M76.5 68v-2.5a3.5 3.5 0 0 1 7 0V68" />
    </Drawing>
  );
}

/** A closed door. */
export function DoorDrawing() {
  return (
    <Drawing>
      <path d="M34 106h92M52 106V22a4 4 0 0 1 4-4h48a4 4 0 0 1 4 4v84" />
      <rect x="60" y="27" width="40" height="79" />
      <circle cx="92" cy="68" r="2.5" />
      <path d="M68 40h24M68 48h16" />
    </Drawing>
  );
}

/** An empty frame that hangs crooked. */
export function FrameDrawing() {
  return (
    <Drawing>
      <path d="M80 12v10M80 22 58 38M80 22l26 12" />
      <g transform="rotate(-6 80 68)">
        <rect x="40" y="38" width="80" height="62" rx="2" />
        <rect x="50" y="48" width="60" height="42" strokeDasharray="3 4" />
      </g>
    </Drawing>
  );
}

/** A print with a tick. */
export function TickDrawing() {
  return (
    <Drawing>
      <g transform="rotate(-7 70 62)">
        <rect x="44" y="26" width="52" height="66" rx="2" />
      </g>
      <g transform="rotate(5 86 60)">
        <rect x="60" y="26" width="52" height="66" rx="2" fill="var(--paper)" />
        <rect x="66" y="32" width="40" height="44" />
        <path d="m76 54 8 8 14-16" />
      </g>
    </Drawing>
  );
}

/** A clock above a timeline. */
export function ClockDrawing() {
  return (
    <Drawing>
      <circle cx="80" cy="50" r="30" />
      <path d="M80 32v18l13 8" />
      <path d="M16 100h128" />
      <circle cx="34" cy="100" r="3.5" fill="var(--paper)" />
      <circle cx="80" cy="100" r="3.5" fill="var(--paper)" />
      <circle cx="126" cy="100" r="3.5" fill="var(--paper)" />
    </Drawing>
  );
}

/** A ticket with its stub. */
export function TicketDrawing() {
  return (
    <Drawing>
      <g transform="rotate(-6 80 60)">
        <path d="M28 36h104v14a10 10 0 0 0 0 20v14H28V70a10 10 0 0 0 0-20z" />
        <path d="M102 40v42" strokeDasharray="3 4" />
        <path d="M46 52h38M46 60h26M46 68h32" />
        <path d="m112 60 4 4 7-8" />
      </g>
    </Drawing>
  );
}
