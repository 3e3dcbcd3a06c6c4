import { useEffect, useEffectEvent } from 'react';
import { holdPage, releasePage } from './page-held.ts';
import { stepBack } from './step-back.ts';

/**
 * While a guard is held, the Back button (browser, Android, host app) asks the newest guard instead of leaving the page.
 * All guards share one extra history entry, so stacked sheets never pile up entries.
 */
type OnBack = () => void;

/** A step back answers within this time, or it was a step of a frame that is gone, and never answers. */
const REMOVAL_WAIT_MS = 400;

const guards: OnBack[] = [];
const nowhere = (): void => undefined;
let isListening = false;
let isLeaving = false;

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

/** Makes the history agree with the guards. Runs a moment later, so that one sheet replacing another changes nothing. */
function settle(): void {
  if (stepBack.next !== null || isLeaving) return;
  if (guards.length > 0 && !hasGuardEntry()) history.pushState(marked(performance.timeOrigin), '');
  if (guards.length === 0 && hasGuardEntry()) {
    stepBack.next = nowhere;
    history.back();
    setTimeout(giveUpRemoving, REMOVAL_WAIT_MS);
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

/**
 * For whoever loads a page anew. The guards' own entry goes first, so that Back never meets it; after that nothing touches the
 * history: the step back of a sheet that closes would call the loading off, and the page would stay with what was somebody's.
 */
export function leaveGuarded(go: () => void): void {
  isLeaving = true;
  if (!hasGuardEntry()) return go();
  const late = setTimeout(go, REMOVAL_WAIT_MS);
  const onStep = (): void => {
    clearTimeout(late); // a loading that has begun is not begun again
    go();
  };
  addEventListener('popstate', onStep, { once: true });
  if (stepBack.next === null) history.back();
}

/** Returns the release. */
export function holdBack(onBack: OnBack): () => void {
  isLeaving = false;
  if (!isListening) addEventListener('popstate', onPopState);
  isListening = true;
  guards.push(onBack);
  holdPage(onBack);
  settle();
  return () => {
    guards.splice(guards.indexOf(onBack), 1);
    releasePage(onBack);
    setTimeout(settle);
  };
}

/** While `isActive`, Back calls `onBack` and the page stays where it is. */
export function useBackGuard(isActive: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => (isActive ? holdBack(() => back()) : undefined), [isActive]);
}
