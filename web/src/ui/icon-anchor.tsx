import type { AnchorHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type IconAnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'aria-label'> & {
  label: string;
  tone?: 'plain' | 'onPicture';
};

/** As IconButton, for downloads and other links that the browser handles. */
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
