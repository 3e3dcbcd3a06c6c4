import { messages } from './ar/question.po';
import { addWords } from './word.ts';

addWords('ar', messages);
