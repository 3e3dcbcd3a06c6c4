import { messages } from './ar/bridge.po';
import { addWords } from './word.ts';

addWords('ar', messages);
