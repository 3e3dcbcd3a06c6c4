import { useEffect, useEffectEvent } from 'react';
import { usePageScope, type PageScope } from '../page-scope.ts';
import { holdPage } from './page-held.ts';
import { createStepBack } from './navigation.tsx';

type OnBack = () => void;

/** A step back answers within this time, or it was a step of a frame that is gone, and never answers. */
const REMOVAL_WAIT_MS = 400;

const nowhere = (): void => undefined;

/**
 * The entry names the page that made it. A reload that meets the making of it keeps its mark without the entry itself, and
 * one step back from there leaves the page: so what an earlier page has marked is a plain entry to this one.
 */
function marked(guardOf: number | undefined): object {
  return { ...(history.state as object | null), guardOf };
}

/** Whether the newest entry of the history is the guards' own. */
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
 * While a guard is held, the Back button (browser, Android, host app) asks the newest guard instead of leaving the page.
 * All guards share one extra history entry, so stacked sheets never pile up entries.
 */
function createBackGuard(page: PageScope): BackGuard {
  const stepBack = page.get(createStepBack);
  const guards: OnBack[] = [];
  let isLeaving = false;

  /** Makes the history agree with the guards. Runs a moment later, so that one sheet replacing another changes nothing. */
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

  /** The bank's frame leaves its own steps in the history: the entry then stays, but is a guard no more. */
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
      // A listener that is bound already is not bound twice.
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
        clearTimeout(late); // a loading that has begun is not begun again
        go();
      };
      addEventListener('popstate', onStep, { once: true });
      if (stepBack.next === null) history.back();
      return undefined;
    },
  };
}

/**
 * For a caller that loads a page anew. The guards' own entry goes first, so that Back never meets it; after that nothing touches the
 * history: the step back of a sheet that closes would call the loading off, and the page would stay with what was somebody's.
 */
export function leaveGuarded(page: PageScope, go: () => void): void {
  page.get(createBackGuard).leave(go);
}

/** Returns the release. */
export function holdBack(page: PageScope, onBack: OnBack): () => void {
  return page.get(createBackGuard).hold(onBack);
}

/** While `isActive`, Back calls `onBack` and the page stays where it is. */
export function useBackGuard(isActive: boolean, onBack: () => void): void {
  const page = usePageScope();
  const back = useEffectEvent(onBack);
  useEffect(() => (isActive ? holdBack(page, () => back()) : undefined), [page, isActive]);
}

/** While `isMoving`, no other language is offered: a page that starts anew would let go of a payment on its way. */
export function useLanguageHold(isMoving: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-paying', isMoving);
    return () => document.documentElement.removeAttribute('data-paying');
  }, [isMoving]);
}
