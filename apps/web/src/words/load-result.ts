import { messages } from './ar/result.po';
import { addWords } from './word.ts';

addWords('ar', messages);
