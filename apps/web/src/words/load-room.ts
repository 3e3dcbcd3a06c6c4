import { messages } from './ar/room.po';
import { addWords } from './word.ts';

addWords('ar', messages);
