import { messages } from './ar/operator.po';
import { addWords } from './word.ts';

addWords('ar', messages);
