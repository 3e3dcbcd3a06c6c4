import { useEffect, useState } from 'react';
import { whenIdle } from '../browser/waits.ts';

/** True on a PC, or on phones where it is seen there too, once the page has nothing better to do; for everybody else never. */
export function useIsWanted(isOnPhones: boolean): boolean {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isOnPhones || document.documentElement.classList.contains('pc')) whenIdle(() => setWanted(true));
  }, [isOnPhones]);
  return isWanted;
}

/** Most parts that wait so are in this chunk. */
export const fetchFrameParts = () => import('./frame-parts.ts');
