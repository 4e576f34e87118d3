import type { ReactNode } from 'react';

type DrawingProps = {
  /** In view box units; the width is 160. */
  height?: number;
  children: ReactNode;
};

/** A decorative line drawing in the text colour, hidden from screen readers. */
export function Drawing({ height = 120, children }: DrawingProps) {
  return (
    <svg
      width="160"
      height={height}
      viewBox={`0 0 160 ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
