import { createContext, use } from 'react';

/**
 * Holds the values that live as long as the page, such as cached answers and the running checkout. Each is made on its first use,
 * by its own function, so that its code stays in the chunk that needs it. The program creates one scope at its start; a test has a
 * scope of its own.
 */
export interface PageScope {
  readonly get: <Value>(make: (page: PageScope) => Value) => Value;
}

export function createPageScope(): PageScope {
  const made = new Map<unknown, unknown>();
  const page: PageScope = {
    get<Value>(make: (page: PageScope) => Value): Value {
      if (!made.has(make)) made.set(make, make(page));
      return made.get(make) as Value;
    },
  };
  return page;
}

export const PageScopeContext = createContext<PageScope | null>(null);

export function usePageScope(): PageScope {
  const page = use(PageScopeContext);
  if (page === null) throw new Error('the component is outside PageScopeContext');
  return page;
}

/** The page's value, created by `make` on first use. */
export function usePageValue<Value>(make: (page: PageScope) => Value): Value {
  return usePageScope().get(make);
}
