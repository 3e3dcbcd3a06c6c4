import { useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';

export function Spinner({ small = false }: { small?: boolean }) {
  return <span className={classes('spinner', small && 's')} aria-hidden="true" />;
}

interface SkeletonProps {
  /** Any CSS length; the box must have the size of the content that replaces it. */
  width: string;
  height: string;
  round?: boolean;
}

/** A span, because it may be part of a sentence. */
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

/**
 * Whether to show the skeleton: not during a short wait, and if shown, for a minimum time. While this is false and data
 * is missing, render nothing.
 */
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
