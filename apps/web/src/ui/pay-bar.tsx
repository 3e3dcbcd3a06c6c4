import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';

export interface PayBarProps {
  /** Start side: what is bought, or the total, and one line about it. Hidden on PC, where the order card shows them. */
  total: ReactNode;
  summary?: ReactNode;
  /** End side: one Button. */
  children: ReactNode;
}

/** Mobile: fixed at the bottom, above the keyboard. PC: only its button, in place. Pages with it carry `above-pay-bar`. */
export function PayBar({ total, summary, children }: PayBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    const style = document.documentElement.style;
    function place(): void {
      const hidden = viewport ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0;
      style.setProperty('--keyboard', `${Math.round(hidden)}px`);
      style.setProperty('--pay-bar-height', `${bar.current?.offsetHeight ?? 0}px`); // toasts stay above it
    }
    // Told when everything is laid out; asked now, the browser would lay it out for this alone.
    const size = new ResizeObserver(place);
    if (bar.current !== null) size.observe(bar.current);
    viewport?.addEventListener('resize', place);
    viewport?.addEventListener('scroll', place);
    return () => {
      size.disconnect();
      viewport?.removeEventListener('resize', place);
      viewport?.removeEventListener('scroll', place);
      style.removeProperty('--keyboard');
      style.removeProperty('--pay-bar-height');
    };
  }, []);
  return (
    <div ref={bar} className="pay-bar">
      <div className="side">
        <div className="total">{total}</div>
        {summary !== undefined && <div className="micro muted">{summary}</div>}
      </div>
      <div className="action">{children}</div>
    </div>
  );
}
