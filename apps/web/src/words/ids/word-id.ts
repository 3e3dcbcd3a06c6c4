/** Written by build/word-ids.ts from the catalogues; do not edit. */
import type { CardWord } from './card.ts';
import type { HomeWord } from './home.ts';
import type { InfoWord } from './info.ts';
import type { OtherWord } from './other.ts';
import type { PayWord } from './pay.ts';
import type { QuestionWord } from './question.ts';
import type { RecipientWord } from './recipient.ts';
import type { ResultWord } from './result.ts';
import type { SavedWord } from './saved.ts';
import type { SearchWord } from './search.ts';
import type { SharedWord } from './shared.ts';

export type WordId =
  | CardWord
  | HomeWord
  | InfoWord
  | OtherWord
  | PayWord
  | QuestionWord
  | RecipientWord
  | ResultWord
  | SavedWord
  | SearchWord
  | SharedWord;
