/** Tests draw parts of a chunk without its first module, so all of Arabic is loaded; `npm run check` proves what each chunk loads. */
import { addWords, type Catalogue } from '../word.ts';

const CATALOGUES = import.meta.glob<{ readonly messages: Catalogue }>('../ar/*.po', { eager: true });

for (const { messages } of Object.values(CATALOGUES)) addWords(messages);
