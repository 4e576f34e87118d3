import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from '../lib/use-navigate.ts';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string };

/** A link inside the site. */
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
        // The page that is here already is not a step of the history.
        navigate.to(to, { replace: event.currentTarget.href === location.href });
      }}
    >
      {children}
    </a>
  );
}

/** Other clicks are the browser's: they open tabs and windows, or save. */
function isPlain({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) {
  const isHere = ['', '_self'].includes(currentTarget.target);
  return button === 0 && isHere && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
