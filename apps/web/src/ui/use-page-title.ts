import { useEffect } from 'react';
import { word } from '../words/word.ts';

export function pageTitle(title: string): string {
  return title === word('brand.name') ? title : `${title} · ${word('brand.name')}`;
}

/** Sets the window's title while mounted, and restores the previous one after. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = pageTitle(title);
    return () => {
      document.title = before;
    };
  }, [title]);
}
