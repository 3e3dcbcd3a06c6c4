import { messages } from './ar/person.po';
import { addWords } from './word.ts';

addWords('ar', messages);
