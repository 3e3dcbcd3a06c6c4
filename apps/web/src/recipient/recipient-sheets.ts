/** The sheets of a recipient: one chunk, fetched when the page is idle. */
export { NewFace } from './new-face.tsx';
export { RecipientSearchSheet } from './recipient-search-sheet.tsx';
