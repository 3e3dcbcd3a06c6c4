import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageScope } from '../page-scope.ts';
import { holdBack as holdBackOf, leaveGuarded as leaveGuardedOf } from './back-guard.ts';
import { createStepBack } from './navigation.tsx';

/** A history of entries that fires popstate a moment after back(), as browsers do. */
function fakeHistory() {
  const entries: unknown[] = ['outside', null];
  const listeners = new Set<() => void>();
  vi.stubGlobal('history', {
    get state() {
      return entries.at(-1);
    },
    pushState: (state: unknown) => entries.push(state),
    back: () =>
      setTimeout(() => {
        entries.pop();
        for (const listener of listeners) listener();
      }),
  });
  vi.stubGlobal('addEventListener', (_type: string, added: () => void) => {
    listeners.add(added);
  });
  vi.stubGlobal('removeEventListener', (_type: string, removed: () => void) => {
    listeners.delete(removed);
  });
  return { entries, listeners, back: () => (history.back(), vi.runAllTimers()) };
}

describe('holdBack', () => {
  let browser: ReturnType<typeof fakeHistory>;
  let page = createPageScope();
  const holdBack = (onBack: () => void) => holdBackOf(page, onBack);
  const leaveGuarded = (go: () => void) => leaveGuardedOf(page, go);
  beforeEach(() => {
    vi.useFakeTimers();
    browser = fakeHistory();
    page = createPageScope();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('pressing Back calls the newest back guard, and the page stays open', () => {
    const lower = vi.fn<() => void>();
    const upper = vi.fn<() => void>();
    holdBack(lower);
    const release = holdBack(upper);
    browser.back();
    expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([0, 1]);
    release();
    vi.runAllTimers();
    browser.back();
    expect(lower).toHaveBeenCalledTimes(1);
  });

  it('the history entry of a back guard does not repeat the address of the page before it', () => {
    browser.entries.push({ from: '/pay', step: 1 });
    holdBack(vi.fn<() => void>());
    expect(browser.entries.at(-1)).toEqual({ step: 1, guardOf: performance.timeOrigin });
    expect(browser.entries.at(-2)).toEqual({ from: '/pay', step: 1 });
  });

  it('before the page navigates away, the back guard’s history entry is removed, and only once', () => {
    const release = holdBack(vi.fn<() => void>());
    const entriesWhenLoading: number[] = [];
    release();
    leaveGuarded(() => entriesWhenLoading.push(browser.entries.length));
    vi.runAllTimers();
    expect(entriesWhenLoading).toEqual([2]);
    expect(browser.entries).toHaveLength(2);
  });

  it('the page navigates away even while a sheet is closing', () => {
    const go = vi.fn<() => void>();
    holdBack(vi.fn<() => void>())();
    vi.advanceTimersByTime(0);
    leaveGuarded(go);
    vi.runAllTimers();
    expect(go).toHaveBeenCalled();
    expect(browser.entries).toHaveLength(2);
  });

  it('a page opened while a back guard’s history entry is being removed enters the history after the removal', () => {
    const stepBack = page.get(createStepBack);
    const release = holdBack(vi.fn<() => void>());
    release();
    expect(stepBack.next).toBeNull();
    vi.advanceTimersByTime(0); // history.back() was called, and popstate has not fired yet
    expect(stepBack.next).not.toBeNull();
    stepBack.next = () => browser.entries.push('pay-step');
    vi.runAllTimers();
    expect(browser.entries).toEqual(['outside', null, 'pay-step']);
    expect(stepBack.next).toBeNull();
  });

  it('the back guards’ history entry is removed when the last guard is released, without calling that guard', () => {
    const onBack = vi.fn<() => void>();
    const release = holdBack(onBack);
    expect(browser.entries).toHaveLength(3);
    release();
    vi.runAllTimers();
    expect(browser.entries).toHaveLength(2);
    expect(onBack).not.toHaveBeenCalled();
    expect(browser.listeners.size).toBe(0);
  });

  it('several back guards share one history entry, also when one replaces another at once', () => {
    const release = holdBack(() => undefined);
    holdBack(() => undefined);
    expect(browser.entries).toHaveLength(3);
    release();
    holdBack(() => undefined);
    vi.runAllTimers();
    expect(browser.entries).toHaveLength(3);
  });

  it('after a Back press that a guard has stopped, the back guard’s history entry is there again', () => {
    const stay = vi.fn<() => void>();
    holdBack(stay);
    browser.back();
    browser.back();
    expect(stay).toHaveBeenCalledTimes(2);
    expect(browser.entries).toHaveLength(3);
  });

  it('when the browser ignores the step back, the next back guard still adds its history entry', () => {
    const swallowed: unknown[] = [null];
    vi.stubGlobal('history', {
      get state() {
        return swallowed.at(-1);
      },
      pushState: (state: unknown) => swallowed.push(state),
      replaceState: (state: unknown) => swallowed.splice(-1, 1, state),
      back: () => undefined,
    });
    holdBack(() => undefined)();
    vi.runAllTimers();
    expect(swallowed).toHaveLength(2);
    holdBack(() => undefined);
    expect(swallowed).toHaveLength(3);
    expect(swallowed.at(-1)).toMatchObject({ guardOf: performance.timeOrigin });
  });

  it('a history entry marked by an earlier page is not removed together with a back guard’s entry', () => {
    browser.entries.splice(-1, 1, { guardOf: performance.timeOrigin - 1 });
    const release = holdBack(() => undefined);
    expect(browser.entries).toHaveLength(3);
    release();
    vi.runAllTimers();
    expect(browser.entries).toHaveLength(2);
  });
});
