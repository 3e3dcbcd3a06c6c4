/** Parts of a page to pay on that are not needed for its first paint: one chunk, fetched when the page is idle. */
export { ConsentTerms } from './consent-terms.tsx';
export { SameAgainSheet } from './same-again-sheet.tsx';
