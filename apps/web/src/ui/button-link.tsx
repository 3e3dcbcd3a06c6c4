import type { ReactNode } from 'react';
import type { ButtonVariant } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { Link } from './navigation.tsx';

export interface ButtonLinkProps {
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  compact?: boolean;
  icon?: IconName;
}

/** Looks like a button, goes somewhere. */
export function ButtonLink({ href, children, variant = 'primary', compact, icon }: ButtonLinkProps) {
  return (
    <Link href={href} className={classes('button', variant, compact && 'compact')}>
      {icon && <Icon name={icon} size="s" />}
      <span>{children}</span>
    </Link>
  );
}
