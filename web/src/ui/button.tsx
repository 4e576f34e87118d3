import type { AnchorHTMLAttributes, ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** `primary` is the main action of a screen, `danger` is destructive, `quiet` has no border. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

type ButtonLook = { variant?: ButtonVariant; size?: 'normal' | 'large'; wide?: boolean; className?: string };

function classNameOf({ variant = 'plain', size = 'normal', wide, className }: ButtonLook): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className);
}

type ButtonProps = ButtonLook & ComponentProps<'button'> & { pending?: boolean };

/**
 * A button with a touch target of at least 44 px. `pending` shows a spinner and ignores presses, but keeps the focus,
 * which a disabled button would lose.
 */
export function Button({ variant, size, wide, className, pending, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNameOf({ variant, size, wide, className })}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending && <Spinner />}
      {rest.children}
    </button>
  );
}

/** A client-side link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} className={classNameOf({ variant, size, wide, className })} />;
}

/** A link handled by the browser (sign-in, other origins, anchors) that looks like a button. */
export function ButtonAnchor({
  variant,
  size,
  wide,
  className,
  children,
  ...rest
}: ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classNameOf({ variant, size, wide, className })}>
      {children}
    </a>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string;
  /** `onPicture` is white on a dark shade. */
  tone?: 'plain' | 'onPicture' | 'danger';
};

/** A square button with an icon and an accessible name. */
export function IconButton({ label, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.icon, styles[`icon-${tone}`], className)}
    />
  );
}
