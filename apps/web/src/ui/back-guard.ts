/**
 * While a guard is held, the Back button (browser, Android, host app) asks the newest guard instead of leaving the page.
 * All guards share one extra history entry, so stacked sheets never pile up entries.
 */
type OnBack = () => void;

const guards: OnBack[] = [];
let isRemovingEntry = false;
let isListening = false;

function hasEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isGuard' in state;
}

/** Makes the history agree with the guards. Runs a moment later, so that one sheet replacing another changes nothing. */
function settle(): void {
  if (isRemovingEntry) return;
  if (guards.length > 0 && !hasEntry())
    history.pushState({ ...(history.state as object | null), isGuard: true }, '');
  if (guards.length === 0 && hasEntry()) {
    isRemovingEntry = true;
    history.back();
  }
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
