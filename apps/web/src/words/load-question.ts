import { messages } from './ar/question.po';
import { addWords } from './word.ts';

addWords(messages);
