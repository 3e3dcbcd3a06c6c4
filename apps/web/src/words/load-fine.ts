import { messages } from './ar/fine.po';
import { addWords } from './word.ts';

addWords('ar', messages);
