import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

declare global {
  // React reads this to know that a test drives it.
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

// Testing Library does this by itself only where the hooks of a test are global.
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
afterEach(cleanup);

/** React's warning to the author of a test about the time of a render; no payer sees it. */
const IS_ABOUT_TIMING = /not (?:wrapped in|configured to support) act\(/;

const complaints: string[] = [];

// React's errors in the console fail a test: markup that no browser can build, a key that is missing.
beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...said: readonly unknown[]) => {
    const complaint = said.map(String).join(' ');
    if (!IS_ABOUT_TIMING.test(complaint)) complaints.push(complaint);
  });
});
afterEach(() => {
  if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
});

// A lazy chunk loads slowly on a busy machine; elements that are there are found at once all the same.
configure({ asyncUtilTimeout: 40_000 });

export { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
export { userEvent } from '@testing-library/user-event';

/** Without the invisible marks that keep a number or a name in its own direction. */
export function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/[\u2066-\u2069]/g, '');
}

/** `waitFor` while the timers are fake: a second passes with each look. Testing Library's own knows Jest's timers alone. */
export async function waitInFakeTime(check: () => void): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false; // as in `waitFor`: what is waited for happens by itself
  try {
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000);
      check();
    });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
