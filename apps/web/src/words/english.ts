/** All of English in one file, loaded only where it is read: the prerendered pages have Arabic inside already. */
import { addWords, type Catalogue } from './word.ts';

const CATALOGUES = import.meta.glob<{ readonly messages: Catalogue }>('./en/*.po', { eager: true });

for (const { messages } of Object.values(CATALOGUES)) addWords(messages, 'en');
