import { messages } from './ar/wallet.po';
import { addWords } from './word.ts';

addWords('ar', messages);
