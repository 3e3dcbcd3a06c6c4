import { wordIn } from './word-in.ts';

/** The sentence of a visitor who has chosen no language. */
export const arabicWord = (id: string): string => wordIn('ar', id);
