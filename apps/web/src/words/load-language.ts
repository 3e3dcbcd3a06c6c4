import { messages } from './ar/language.po';
import { addWords } from './word.ts';

addWords('ar', messages);
