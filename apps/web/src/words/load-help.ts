import { messages } from './ar/help.po';
import { addWords } from './word.ts';

addWords('ar', messages);
