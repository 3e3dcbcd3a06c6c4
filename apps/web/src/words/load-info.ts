import { messages } from './ar/info.po';
import { addWords } from './word.ts';

addWords('ar', messages);
