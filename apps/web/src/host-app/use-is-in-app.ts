import { useEffect, useState } from 'react';
import { usePageScope } from '../page-scope.ts';
import { hostApp } from './current-host-app.ts';

/** False in a browser, and until the app around the page has been found. */
export function useIsInApp(): boolean {
  const page = usePageScope();
  const [isInApp, setIsInApp] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void hostApp(page).then(({ facts }) => {
      if (!isLeft) setIsInApp(facts !== null);
    });
    return () => void (isLeft = true);
  }, [page]);
  return isInApp;
}
