import { useEffect } from 'react';

/** While `isMoving`, no other language is offered: a page that starts anew would let go of a payment on its way. */
export function useLanguageHold(isMoving: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-paying', isMoving);
    return () => document.documentElement.removeAttribute('data-paying');
  }, [isMoving]);
}
