import { useEffect } from 'react';
import { word } from '../words/word.ts';

export function pageTitle(title: string): string {
  return title === word('brand.name') ? title : `${title} · ${word('brand.name')}`;
}

/** The window's title while this is shown; what was there before comes back after it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = pageTitle(title);
    return () => {
      document.title = before;
    };
  }, [title]);
}
