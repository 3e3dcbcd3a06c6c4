import type { PageScope } from '../page-scope.ts';
import { createStore, type Store } from '../store.ts';

/** Holders of the page: open sheets, and steps that ask for confirmation before Back leaves them. */
const createHolders = (): Store<readonly unknown[]> => createStore<readonly unknown[]>([]);

export function isPageHeld(page: PageScope): boolean {
  return page.get(createHolders).get().length > 0;
}

/** Returns a function that releases it. */
export function holdPage(page: PageScope, holder: unknown): () => void {
  const { get, set } = page.get(createHolders);
  set([...get(), holder]);
  return () => set(get().filter((one) => one !== holder));
}

/** The app's Back button and pull-to-refresh depend on this. */
export function watchPageHeld(page: PageScope, onChange: () => void): () => void {
  return page.get(createHolders).subscribe(onChange);
}
