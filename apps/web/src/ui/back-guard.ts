import { useEffect, useEffectEvent } from 'react';
import { usePageScope, type PageScope } from '../page-scope.ts';
import { holdPage } from './page-held.ts';
import { createStepBack } from './navigation.tsx';

type OnBack = () => void;

/** The `history.back()` that removes the guards' entry ends within this time, or never, if a removed frame had added entries. */
const REMOVAL_WAIT_MS = 400;

const nowhere = (): void => undefined;

/**
 * The entry contains the id of the page that made it. After a reload the mark may exist without the extra entry, and one
 * step back would leave the page: so an entry marked by an earlier page counts as a plain one. `from`
 * names the page of the entry before, which for this entry is the guarded page itself: it is not copied.
 */
function marked(guardOf: number | undefined): object {
  const { from: _from, ...state } = (history.state ?? {}) as { readonly from?: unknown };
  return { ...state, guardOf };
}

/** Whether the current history entry is the one that the guards have added. */
export function hasGuardEntry(): boolean {
  const state: unknown = history.state;
  return (
    typeof state === 'object' &&
    state !== null &&
    'guardOf' in state &&
    state.guardOf === performance.timeOrigin
  );
}

interface BackGuard {
  readonly hold: (onBack: OnBack) => () => void;
  readonly leave: (go: () => void) => void;
}

/**
 * While there is a guard, the Back button (browser, Android, host app) calls the newest guard instead of leaving the page.
 * All guards share one extra history entry, so stacked sheets never pile up entries.
 */
function createBackGuard(page: PageScope): BackGuard {
  const stepBack = page.get(createStepBack);
  const guards: OnBack[] = [];
  let isLeaving = false;

  /** Adds the guards' history entry, or removes it after the last guard. A sheet that replaces another one changes nothing. */
  function settle(): void {
    if (stepBack.next !== null || isLeaving) return;
    if (guards.length > 0 && !hasGuardEntry()) history.pushState(marked(performance.timeOrigin), '');
    if (guards.length > 0) return;
    if (hasGuardEntry()) {
      stepBack.next = nowhere;
      history.back();
      setTimeout(giveUpRemoving, REMOVAL_WAIT_MS);
    } else {
      removeEventListener('popstate', onPopState);
    }
  }

  function stepDone(): void {
    const { next } = stepBack;
    stepBack.next = null;
    next?.();
  }

  /** The bank's frame has added history entries, so going back did not remove ours: it stays, without the guards' mark. */
  function giveUpRemoving(): void {
    if (stepBack.next === null) return;
    history.replaceState(marked(undefined), '');
    stepDone();
    settle();
  }

  function onPopState(): void {
    if (stepBack.next !== null) {
      stepDone();
    } else {
      guards.at(-1)?.();
    }
    setTimeout(settle);
  }

  return {
    hold(onBack) {
      isLeaving = false;
      // Binding the same listener twice has no effect.
      addEventListener('popstate', onPopState);
      guards.push(onBack);
      const release = holdPage(page, onBack);
      settle();
      return () => {
        guards.splice(guards.indexOf(onBack), 1);
        release();
        setTimeout(settle);
      };
    },
    leave(go) {
      isLeaving = true;
      if (!hasGuardEntry()) return go();
      const late = setTimeout(go, REMOVAL_WAIT_MS);
      const onStep = (): void => {
        clearTimeout(late); // a load that has started is not started again
        go();
      };
      addEventListener('popstate', onStep, { once: true });
      if (stepBack.next === null) history.back();
      return undefined;
    },
  };
}

/**
 * For a caller that reloads the page. The guards' entry is removed first, so that Back does not reach it; after that the
 * history is left alone, because the history step of a closing sheet would cancel the load and leave the old visitor's
 * page.
 */
export function leaveGuarded(page: PageScope, go: () => void): void {
  page.get(createBackGuard).leave(go);
}

/** Back calls `onBack`, and the page stays, until the returned function is called. */
export function holdBack(page: PageScope, onBack: OnBack): () => void {
  return page.get(createBackGuard).hold(onBack);
}

/** While `isActive`, Back calls `onBack` and the page stays. */
export function useBackGuard(isActive: boolean, onBack: () => void): void {
  const page = usePageScope();
  const back = useEffectEvent(onBack);
  useEffect(() => (isActive ? holdBack(page, () => back()) : undefined), [page, isActive]);
}

/** While `isMoving`, no other language is offered, because a reload would lose the page of a payment in progress. */
export function useLanguageHold(isMoving: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-paying', isMoving);
    return () => document.documentElement.removeAttribute('data-paying');
  }, [isMoving]);
}
