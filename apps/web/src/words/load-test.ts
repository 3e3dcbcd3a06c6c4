import { messages } from './ar/test.po';
import { addWords } from './word.ts';

addWords('ar', messages);
