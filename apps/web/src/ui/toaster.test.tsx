import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { perform, testScreen } from './test/test-screen.tsx';
import type { TestScreen } from './test/test-screen.tsx';
import { showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';

describe('Toaster', () => {
  let screen: TestScreen;
  const box = () => screen.element.querySelector('.toast');
  const pass = (ms: number) => perform(() => vi.advanceTimersByTime(ms));

  beforeEach(() => {
    vi.useFakeTimers();
    screen = testScreen();
    screen.render(<Toaster />);
  });
  afterEach(() => {
    pass(10_000);
    screen.remove();
    vi.useRealTimers();
  });

  it('[NAV-06] stays 3000 ms and fades during the last 1250 ms', () => {
    perform(() => showToast('copied'));
    expect(box()?.textContent).toBe('copied');
    pass(1_749);
    expect(box()?.classList.contains('fading')).toBe(false);
    pass(1);
    expect(box()?.classList.contains('fading')).toBe(true);
    expect((box() as HTMLElement).style.getPropertyValue('--toast-fade')).toBe('1250ms');
    pass(1_249);
    expect(box()).not.toBeNull();
    pass(1);
    expect(box()).toBeNull();
  });

  it('shows one at a time, and a new one has its whole time', () => {
    perform(() => showToast('first'));
    pass(2_900);
    perform(() => showToast('second'));
    expect(screen.element.querySelectorAll('.toast')).toHaveLength(1);
    pass(2_999);
    expect(box()?.textContent).toBe('second');
    expect(box()?.classList.contains('fading')).toBe(true);
    pass(1);
    expect(box()).toBeNull();
  });

  it('speaks through a live region that is there before the words', () => {
    const region = screen.element.querySelector('[role=status]');
    perform(() => showToast('heard'));
    expect(region?.textContent).toBe('heard');
  });
});
