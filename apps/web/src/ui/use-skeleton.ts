import { useEffect, useRef, useState } from 'react';

export const SKELETON_AFTER_MS = 200;
export const SKELETON_SHOWN_MIN_MS = 300;

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
