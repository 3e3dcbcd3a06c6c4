import { messages } from './ar/lookup.po';
import { addWords } from './word.ts';

addWords('ar', messages);
