import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from '../lib/use-navigate.ts';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string };

/** A client-side link. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        // A link to the current page adds no history entry.
        navigate.to(to, { replace: event.currentTarget.href === location.href });
      }}
    >
      {children}
    </a>
  );
}

/** Other clicks are left to the browser: they open tabs and windows, or download. */
function isPlain({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) {
  const isSameTab = ['', '_self'].includes(currentTarget.target);
  return button === 0 && isSameTab && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
