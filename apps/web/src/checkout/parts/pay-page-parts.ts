/** Parts of a pay page that its first paint does not need: one chunk, fetched when the page is idle. */
export { ConsentTerms } from './consent-terms.tsx';
export { SameAgainSheet } from './same-again-sheet.tsx';
