import { messages } from './ar/card.po';
import { addWords } from './word.ts';

addWords('ar', messages);
