import { forgetTransferCredential } from './transfer-credential.ts';
import { STORAGE_PREFIX } from './stored.ts';

/** A no to usage records is a wish, not a trace: clearing must not take it for a yes. */
const OUTLIVES = `${STORAGE_PREFIX}no_usage`;

/** Whatever this site has ever kept in this browser. What neighbours on the same host keep is theirs. */
export function forgetAll(): void {
  forgetTransferCredential();
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage))
        if (key.startsWith(STORAGE_PREFIX) && key !== OUTLIVES) storage.removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}
