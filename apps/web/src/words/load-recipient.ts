import { messages } from './ar/recipient.po';
import { addWords } from './word.ts';

addWords('ar', messages);
