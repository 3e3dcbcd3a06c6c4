/**
 * While a guard is held, the Back button (browser, Android, host app) asks the newest guard instead of leaving the page.
 * All guards share one extra history entry, so stacked sheets never pile up entries.
 */
type OnBack = () => void;

/** A step back answers within this time, or it was a step of a frame that is gone, and never answers. */
const REMOVAL_WAIT_MS = 400;

const guards: OnBack[] = [];
let isRemovingEntry = false;
let isListening = false;

function hasEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isGuard' in state && state.isGuard === true;
}

/** Makes the history agree with the guards. Runs a moment later, so that one sheet replacing another changes nothing. */
function settle(): void {
  if (isRemovingEntry) return;
  if (guards.length > 0 && !hasEntry())
    history.pushState({ ...(history.state as object | null), isGuard: true }, '');
  if (guards.length === 0 && hasEntry()) {
    isRemovingEntry = true;
    history.back();
    setTimeout(giveUpRemoving, REMOVAL_WAIT_MS);
  }
}

/** The bank's frame leaves its own steps in the history: the entry then stays, but is a guard no more. */
function giveUpRemoving(): void {
  if (!isRemovingEntry) return;
  isRemovingEntry = false;
  history.replaceState({ ...(history.state as object | null), isGuard: undefined }, '');
  settle();
}

function onPopState(): void {
  if (isRemovingEntry) {
    isRemovingEntry = false;
  } else {
    guards.at(-1)?.();
  }
  setTimeout(settle);
}

/** Returns the release. */
export function holdBack(onBack: OnBack): () => void {
  if (!isListening) addEventListener('popstate', onPopState);
  isListening = true;
  guards.push(onBack);
  settle();
  return () => {
    guards.splice(guards.indexOf(onBack), 1);
    setTimeout(settle);
  };
}
