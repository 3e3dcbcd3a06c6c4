/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type LanguageWord =
  | 'a11y.langSwitch'
  | 'lang.ar'
  | 'lang.en'
  | 'lang.title';
