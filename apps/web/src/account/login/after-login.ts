import { messages as account } from '../../words/ar/account.po';
import { addWords } from '../../words/word.ts';

/** Loaded when log in is pressed: one chunk, which no first load contains. */
export { fetchRecipients, uploadRecipients } from '../../api/share-recipients.ts';
export { leaveGuarded } from '../../ui/back-guard.ts';
export { DownloadLink } from './form/download-link.tsx';

addWords(account);
