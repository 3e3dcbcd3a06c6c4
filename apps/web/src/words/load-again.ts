import { messages } from './ar/again.po';
import { addWords } from './word.ts';

addWords('ar', messages);
