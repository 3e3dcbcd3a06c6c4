import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { word } from '../words/word.ts';
import { Button } from './button.tsx';

interface StateBlockProps {
  icon: IconName;
  tone?: 'plain' | 'warn' | 'danger' | 'ok';
  title: string;
  body?: ReactNode;
  /** At most one action. */
  action?: ReactNode;
}

/** Icon, one sentence, one action: the base of EmptyState and ErrorState. */
function StateBlock({ icon, tone = 'plain', title, body, action }: StateBlockProps) {
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

export function EmptyState(props: StateBlockProps) {
  return (
    <div className="card state-block">
      <StateBlock {...props} />
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  body?: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Shown in place of a block that could not be loaded; the rest of the page stays usable. */
export function ErrorState({ title, body, onRetry, isRetrying = false }: ErrorStateProps) {
  const retry = (
    <Button variant="soft" compact busy={isRetrying} onPress={onRetry}>
      {word('common.retry')}
    </Button>
  );
  return (
    <div className="card state-block" role="alert">
      <StateBlock icon="triangle-alert" tone="warn" title={title} body={body} action={retry} />
    </div>
  );
}
