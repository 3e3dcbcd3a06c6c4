import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { word } from '../words/word.ts';
import { Button } from './button.tsx';

export function Spinner({ small = false }: { small?: boolean }) {
  return <span className={classes('spinner', small && 's')} aria-hidden="true" />;
}

interface SkeletonProps {
  /** Any CSS length; the box must be the size of what will take its place. */
  width: string;
  height: string;
  round?: boolean;
}

/** A span, since it may wait for words inside a sentence. */
export function Skeleton({ width, height, round = false }: SkeletonProps) {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
    />
  );
}

const SKELETON_AFTER_MS = 200;
const SKELETON_SHOWN_MIN_MS = 300;

/** Whether to draw the skeleton: not for short waits, and never as a flash. While this is false and data is missing, draw nothing. */
export function useSkeleton(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (isLoading === isShown) return undefined;
    const waitMs = isLoading
      ? SKELETON_AFTER_MS
      : Math.max(0, shownAt.current + SKELETON_SHOWN_MIN_MS - performance.now());
    const timer = setTimeout(() => {
      if (isLoading) shownAt.current = performance.now();
      setShown(isLoading);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isLoading, isShown]);
  return isShown;
}

interface StateBlockProps {
  icon: IconName;
  tone?: 'plain' | 'warn' | 'danger' | 'ok';
  title: string;
  body?: ReactNode;
  /** At most one action. */
  action?: ReactNode;
}

/** Icon, one sentence, one action: what EmptyState and ErrorState are made of. */
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

/** The failed block only; the rest of the page stays usable. */
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
