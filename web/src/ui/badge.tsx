import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

type BadgeProps = {
  children: ReactNode;
  /** `warn` asks for attention, `onPicture` lies over a photo. */
  tone?: 'plain' | 'warn' | 'onPicture';
};

/** A short word about a thing's state. */
export function Badge({ children, tone = 'plain' }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
