/** Parts of the frame that are loaded after the first paint: one chunk, fetched when the page is idle. */
export { LanguageChip, LanguageLine } from './language-switch.tsx';
export { OperatorLine } from './operator-line.tsx';
export { Toaster } from './toaster.tsx';
