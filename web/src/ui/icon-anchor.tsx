import type { AnchorHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type IconAnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'aria-label'> & {
  label: string;
  tone?: 'plain' | 'onPicture';
};

/** As IconButton, for what the browser itself follows: downloads. */
export function IconAnchor({ label, tone = 'plain', className, children, ...rest }: IconAnchorProps) {
  return (
    <a
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.icon, styles[`icon-${tone}`], className)}
    >
      {children}
    </a>
  );
}
