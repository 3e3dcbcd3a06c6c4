import type { PageScope } from '../page-scope.ts';
import { createStore, type Store } from '../store.ts';

/** Everything that keeps Back from leaving the page: open sheets, and steps that need a confirmation first. */
const createHolders = (): Store<readonly unknown[]> => createStore<readonly unknown[]>([]);

export function isPageHeld(page: PageScope): boolean {
  return page.get(createHolders).get().length > 0;
}

/** Adds a holder of the page until the returned function is called. */
export function holdPage(page: PageScope, holder: unknown): () => void {
  const { get, set } = page.get(createHolders);
  set([...get(), holder]);
  return () => set(get().filter((one) => one !== holder));
}

/** Used to set the host app's Back button and pull-to-refresh, which depend on whether the page is held. */
export function watchPageHeld(page: PageScope, onChange: () => void): () => void {
  return page.get(createHolders).subscribe(onChange);
}
