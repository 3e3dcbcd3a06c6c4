/** All of English in one file, fetched by whoever reads it and by nobody else: its pages have Arabic inside already. */
import { addWords } from './word.ts';
import type { Catalogue } from './sentence.ts';

const CATALOGUES = import.meta.glob<{ readonly messages: Catalogue }>('./en/*.po', { eager: true });

for (const { messages } of Object.values(CATALOGUES)) addWords('en', messages);
