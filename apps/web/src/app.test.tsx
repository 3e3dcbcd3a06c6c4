import { afterEach, describe, expect, it } from 'vitest';
import { App } from './app.tsx';
import { testScreen, type TestScreen } from './ui/test/test-screen.tsx';

let screen: TestScreen;
afterEach(() => {
  screen.remove();
  history.replaceState(null, '', '/');
});

describe('a screen that is still on its way', () => {
  it('shows the bar with the way back and a sign of life, never a blank page', () => {
    history.replaceState(null, '', '/pay-step?step=card');
    screen = testScreen();
    screen.render(<App />);
    expect(screen.element.querySelector('main [role=status] .spinner')).not.toBeNull();
    expect(screen.element.querySelector('.app-bar button')).not.toBeNull();
  });
});
