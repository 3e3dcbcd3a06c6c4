import { messages } from './ar/home.po';
import { addWords } from './word.ts';

addWords('ar', messages);
