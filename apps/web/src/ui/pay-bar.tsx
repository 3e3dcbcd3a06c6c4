import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';

export interface PayBarProps {
  /** Start side: the pack or the total, and one line about it. Hidden on PC, where the order card shows them. */
  total: ReactNode;
  summary?: ReactNode;
  /** End side: one Button. */
  children: ReactNode;
}

/**
 * Mobile: fixed at the bottom, above the keyboard. PC: only its button, in the flow of the page. Pages with it need the
 * class `above-pay-bar`.
 */
export function PayBar({ total, summary, children }: PayBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    let before = 0;
    function place(): void {
      const hidden = viewport
        ? Math.round(Math.max(0, innerHeight - viewport.height - viewport.offsetTop))
        : 0;
      if (hidden === before) return;
      before = hidden;
      bar.current?.style.setProperty('--keyboard', `${hidden}px`);
    }
    viewport?.addEventListener('resize', place);
    viewport?.addEventListener('scroll', place);
    return () => {
      viewport?.removeEventListener('resize', place);
      viewport?.removeEventListener('scroll', place);
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
