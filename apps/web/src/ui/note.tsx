import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export type NoteKind = 'info' | 'warn' | 'error' | 'ok' | 'quiet';

const ICONS = {
  info: 'info',
  warn: 'triangle-alert',
  error: 'triangle-alert',
  ok: 'circle-check',
  quiet: 'info',
} as const satisfies Record<NoteKind, IconName>;

export interface NoteProps {
  kind?: NoteKind;
  icon?: IconName;
  /** Announced to screen readers as soon as it appears. Errors always are. */
  isLive?: boolean;
  children: ReactNode;
}

export function Note({ kind = 'info', icon = ICONS[kind], isLive = false, children }: NoteProps) {
  return (
    <div className={classes('note', kind)} role={kind === 'error' ? 'alert' : isLive ? 'status' : undefined}>
      <Icon name={icon} size="s" />
      <div className="fill">{children}</div>
    </div>
  );
}
