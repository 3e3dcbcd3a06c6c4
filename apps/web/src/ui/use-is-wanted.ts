import { useEffect, useState } from 'react';
import { whenIdle } from '../browser/waits.ts';

/** Whether to render a part of the page's frame: once the page is idle, on PCs, and on phones if the part is visible there. */
export function useIsWanted(isOnPhones: boolean): boolean {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isOnPhones || document.documentElement.classList.contains('pc')) whenIdle(() => setWanted(true));
  }, [isOnPhones]);
  return isWanted;
}

/** The chunk of the frame’s parts that the first paint does not need. */
export const fetchFrameParts = () => import('./frame-parts.tsx');
