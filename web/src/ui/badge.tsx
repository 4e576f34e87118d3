import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

type BadgeProps = {
  children: ReactNode;
  /** `warn` asks for attention, `onPicture` is for use over a photo. */
  tone?: 'plain' | 'warn' | 'onPicture';
};

/** A short status label. */
export function Badge({ children, tone = 'plain' }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
