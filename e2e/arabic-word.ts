import { wordIn } from './word-in.ts';

/** The sentence with this id in Arabic, the language of a visitor who has chosen none. */
export const arabicWord = (id: string): string => wordIn('ar', id);
