import { messages } from './ar/pay.po';
import { addWords } from './word.ts';

addWords('ar', messages);
