import { messages } from './ar/money.po';
import { addWords } from './word.ts';

addWords('ar', messages);
