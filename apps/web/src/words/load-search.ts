import { messages } from './ar/search.po';
import { addWords } from './word.ts';

addWords('ar', messages);
