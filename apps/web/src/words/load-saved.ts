import { messages } from './ar/saved.po';
import { addWords } from './word.ts';

addWords('ar', messages);
