import { messages } from './ar/other.po';
import { addWords } from './word.ts';

addWords('ar', messages);
