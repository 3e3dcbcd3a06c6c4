/** Said by ui/use-language-hold.ts on the root element: money may be on its way, and a page that starts anew would let go of it. */
export function isPurchaseMoving(): boolean {
  return document.documentElement.hasAttribute('data-paying');
}
