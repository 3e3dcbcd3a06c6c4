/** All English sentences in one file, loaded only by English pages: the prerendered pages contain the Arabic ones already. */
import { addWords, type Catalogue } from './word.ts';

const CATALOGUES = import.meta.glob<{ readonly messages: Catalogue }>('./en/*.po', { eager: true });

for (const { messages } of Object.values(CATALOGUES)) addWords(messages, 'en');
