import { STORAGE_PREFIX } from './stored.ts';

/** For whoever need not know how a value is read, which may be most of its weight. Pages that show it begin anew afterwards. */
export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(`${STORAGE_PREFIX}${key}`);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
