import { afterEach, describe, expect, it } from 'vitest';
import { App } from './app.tsx';
import { AppBar } from '../ui/app-bar.tsx';
import { cleanup, render, screen, within } from '../ui/test/library.ts';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

describe('a screen that is still loading', () => {
  it('a screen that is still loading shows a back button and a spinner', () => {
    history.replaceState(null, '', '/pay-step?step=card');
    render(<App />);
    expect(within(screen.getByRole('main')).getByRole('status').querySelector('.spinner')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'رجوع' })).toBeDefined();
  });
});

describe('the title of the window', () => {
  it('the window has the title of the app bar while the bar is shown, and its earlier title afterwards', () => {
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
  ])('an unknown address opened after %s shows a message about where it leads', async (before, sentence) => {
    sessionStorage.clear();
    if (before !== null) sessionStorage.setItem('jawhara.route', before);
    history.replaceState(null, '', '/nowhere');
    render(<App />);
    expect(await screen.findByText(sentence)).toBeDefined();
  });
});
