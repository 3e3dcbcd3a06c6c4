import { messages } from './ar/feedback.po';
import { addWords } from './word.ts';

addWords('ar', messages);
