import { messages } from './ar/login.po';
import { addWords } from './word.ts';

addWords('ar', messages);
