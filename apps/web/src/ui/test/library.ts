import {
  cleanup,
  configure,
  render as renderBare,
  renderHook as renderHookBare,
  type RenderHookOptions,
  type RenderHookResult,
  type RenderOptions,
  type RenderResult,
} from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { createEventQueue } from '../../browser/event-queue.ts';
import { createToastStore, type Toast } from '../toast.ts';
import { createPageScope, PageScopeContext, type PageScope } from '../../page-scope.ts';

declare global {
  // React reads this to know that a test drives it.
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

/** The real timer, also while a test uses fake ones. */
const { setTimeout: afterTurn } = globalThis;

/** So many turns of the event loop remove a Back guard: it calls back(), receives the popstate, and checks once more. */
const TURNS_OF_A_GUARD = 3;

/**
 * Waits until the page has finished its changes to the history, which all pages of a test file share: its late step back
 * would count as Back on the next page.
 */
export async function leavePage(): Promise<void> {
  cleanup();
  for (let turn = 0; turn < TURNS_OF_A_GUARD; turn += 1)
    await new Promise<void>((done) => void afterTurn(done));
}
// Testing Library cleans up by itself only where the hooks of a test are global.
afterEach(leavePage);

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

// A lazy chunk loads slowly on a busy machine; elements that are already present are still found at once.
configure({ asyncUtilTimeout: 40_000 });

export { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';

/** Creates a page scope as the program does at its start. */
function createPage(): PageScope {
  const created = createPageScope();
  created.get(createEventQueue);
  created.get(createToastStore);
  return created;
}

let page = createPage();

/** The page that `render` draws into: a new one for each test. */
export const pageOfTest = (): PageScope => page;

/** The visitor opens a new page: nothing of the page before is left but the storage. */
export function openNewPage(): void {
  cleanup();
  page = createPage();
}
afterEach(() => {
  page = createPage();
});

const inPage = ({ children }: { children: ReactNode }) =>
  createElement(PageScopeContext, { value: page }, children);

export const currentToast = (): Toast | null => page.get(createToastStore).get();

export function render(ui: ReactNode, options: RenderOptions = {}): RenderResult {
  return renderBare(ui, { wrapper: inPage, ...options });
}

export function renderHook<Result, Props>(
  hook: (props: Props) => Result,
  options: RenderHookOptions<Props> = {},
): RenderHookResult<Result, Props> {
  return renderHookBare(hook, { wrapper: inPage, ...options });
}
export { userEvent } from '@testing-library/user-event';

/** Without the invisible marks that keep a number or a name in its own direction. */
export function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/[\u2066-\u2069]/g, '');
}

/** Like `waitFor`, but for fake timers: each check advances a second. Testing Library's own supports only Jest's timers. */
export async function waitInFakeTime(check: () => void): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false; // as in `waitFor`: the awaited changes come without `act`
  try {
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000);
      check();
    });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
