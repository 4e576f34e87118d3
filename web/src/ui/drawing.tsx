import type { ReactNode } from 'react';

type DrawingProps = {
  /** In units of the drawing; its width is 160. */
  height?: number;
  children: ReactNode;
};

/** The frame of a line drawing, in the colour of the text around it. Decoration: screen readers pass over it. */
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
