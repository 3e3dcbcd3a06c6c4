import { afterEach, describe, expect, it } from 'vitest';
import { App } from './app.tsx';
import { AppBar } from '../ui/app-bar.tsx';
import { cleanup, render, screen, within } from '../ui/test/library.ts';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

describe('a screen that is still on its way', () => {
  it('shows the bar with the way back and a sign of life, never a blank page', () => {
    history.replaceState(null, '', '/pay-step?step=card');
    render(<App />);
    expect(within(screen.getByRole('main')).getByRole('status').querySelector('.spinner')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'رجوع' })).toBeDefined();
  });
});

describe('the title of the window', () => {
  it('is that of the bar, step by step, and what was there before comes back', () => {
    document.title = 'X';
    const { rerender, unmount } = render(<AppBar title="A" />);
    expect(document.title).toBe('A · جوهرة');
    rerender(<AppBar title="B" />);
    expect(document.title).toBe('B · جوهرة');
    unmount();
    expect(document.title).toBe('X');
  });
});

describe('an unknown address', () => {
  it.each([
    [null, 'لم نجد هذه الصفحة، ففتحنا لك الرئيسية.'],
    ['/pay', 'لم نجد هذه الصفحة، فأعدناك إلى حيث كنت.'],
  ])('after %s says where it has led', async (before, sentence) => {
    sessionStorage.clear();
    if (before !== null) sessionStorage.setItem('jawhara.route', before);
    history.replaceState(null, '', '/nowhere');
    render(<App />);
    expect(await screen.findByText(sentence)).toBeDefined();
  });
});
