import type { Plugin } from 'vite';

/**
 * Vite wraps every dynamic import in a helper that first fetches the chunk's own sheets. Ours has none, all styles are
 * in the page, so the kilobyte of the helper is only carried.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    load: {
      order: 'pre',
      handler: (id) =>
        id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
    },
  };
}
