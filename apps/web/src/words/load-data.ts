import { messages } from './ar/data.po';
import { addWords } from './word.ts';

addWords('ar', messages);
