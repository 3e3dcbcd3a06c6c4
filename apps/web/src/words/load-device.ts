import { messages } from './ar/device.po';
import { addWords } from './word.ts';

addWords('ar', messages);
