import { afterEach, describe, expect, it, vi } from 'vitest';
import { layoutOf, watchLayout } from './after-first-paint.ts';

function resizeTo(width: number): void {
  vi.stubGlobal('innerWidth', width);
  dispatchEvent(new Event('resize'));
}

describe('layout', () => {
  let stop: () => void = () => undefined;
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });

  it('[APP-09] the layout is mobile up to 800 px and PC above', () => {
    expect([320, 800, 801, 1280].map(layoutOf)).toEqual(['mobile', 'mobile', 'pc', 'pc']);
  });

  it('[APP-09] the body has the class pc on a wide window, and not on a narrow one', () => {
    vi.stubGlobal('innerWidth', 1280);
    stop = watchLayout(() => undefined);
    expect(document.body.classList.contains('pc')).toBe(true);
    stop();
    vi.stubGlobal('innerWidth', 360);
    stop = watchLayout(() => undefined);
    expect(document.body.classList.contains('pc')).toBe(false);
  });

  it('[APP-09] the page reloads when a resize crosses from 801 to 800 px, and not when it stays on one side', () => {
    vi.stubGlobal('innerWidth', 900);
    const reload = vi.fn<() => void>();
    stop = watchLayout(reload);
    resizeTo(801);
    expect(reload).not.toHaveBeenCalled();
    resizeTo(800);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
