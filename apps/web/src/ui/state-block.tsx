import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export interface StateBlockProps {
  icon: IconName;
  tone?: 'plain' | 'warn' | 'danger' | 'ok';
  title: string;
  body?: ReactNode;
  /** At most one action. */
  action?: ReactNode;
}

/** Icon, one sentence, one action: what EmptyState and ErrorState are made of. */
export function StateBlock({ icon, tone = 'plain', title, body, action }: StateBlockProps) {
  return (
    <>
      <span className={classes('badge-icon', tone !== 'plain' && tone)}>
        <Icon name={icon} size="l" />
      </span>
      <p className="h2">{title}</p>
      {body !== undefined && <p className="small muted">{body}</p>}
      {action}
    </>
  );
}
