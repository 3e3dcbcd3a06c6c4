import { STORAGE_PREFIX } from './stored.ts';

/** Whatever this site has ever kept in this browser. What neighbours on the same host keep is theirs. */
export function forgetAll(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage)) if (key.startsWith(STORAGE_PREFIX)) storage.removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}
