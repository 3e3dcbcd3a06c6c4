import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, render, screen } from './test/library.ts';
import { showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';

describe('Toaster', () => {
  const box = () => screen.getByRole('status').firstElementChild as HTMLElement | null;
  const isFading = () => box()?.classList.contains('fading');
  const say = (text: string) => act(() => showToast(text));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toaster />);
  });
  afterEach(() => {
    pass(10_000);
    vi.useRealTimers();
  });

  it('[NAV-06] a toast stays 3000 ms and fades during the last 1250 ms', () => {
    say('copied');
    expect(box()?.textContent).toBe('copied');
    pass(1_749);
    expect(isFading()).toBe(false);
    pass(1);
    expect(isFading()).toBe(true);
    expect(box()?.style.getPropertyValue('--toast-fade')).toBe('1250ms');
    pass(1_249);
    expect(box()).not.toBeNull();
    pass(1);
    expect(box()).toBeNull();
  });

  it('one toast is shown at a time, and a new toast stays for its whole time', () => {
    say('first');
    pass(2_900);
    say('second');
    expect(screen.getByRole('status').children).toHaveLength(1);
    pass(2_999);
    expect(box()?.textContent).toBe('second');
    expect(isFading()).toBe(true);
    pass(1);
    expect(box()).toBeNull();
  });

  it('a toast is announced through a live region that exists before the toast', () => {
    const region = screen.getByRole('status');
    say('heard');
    expect(region.textContent).toBe('heard');
  });
});
