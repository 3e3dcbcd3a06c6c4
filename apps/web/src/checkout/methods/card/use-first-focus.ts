import { useEffect, useEffectEvent } from 'react';

/** Puts the cursor where typing begins, once, when the fields are there. Whoever is sent back to one field is sent there instead. */
export function useFirstFocus(isReady: boolean, isWanted: boolean, focus: () => void): void {
  const begin = useEffectEvent(() => {
    if (isWanted) focus();
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
}
