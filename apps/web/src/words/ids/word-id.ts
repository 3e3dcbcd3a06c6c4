/** Written by build/word-ids.ts from the catalogues; do not edit. */
import type { AgainWord } from './again.ts';
import type { BridgeWord } from './bridge.ts';
import type { CardWord } from './card.ts';
import type { DataWord } from './data.ts';
import type { DeviceWord } from './device.ts';
import type { FeedbackWord } from './feedback.ts';
import type { FineWord } from './fine.ts';
import type { HelpWord } from './help.ts';
import type { HomeWord } from './home.ts';
import type { InfoWord } from './info.ts';
import type { LanguageWord } from './language.ts';
import type { LoginWord } from './login.ts';
import type { LookupWord } from './lookup.ts';
import type { MoneyWord } from './money.ts';
import type { OperatorWord } from './operator.ts';
import type { OtherWord } from './other.ts';
import type { PayWord } from './pay.ts';
import type { PersonWord } from './person.ts';
import type { QuestionWord } from './question.ts';
import type { RecipientWord } from './recipient.ts';
import type { ResultWord } from './result.ts';
import type { RoomWord } from './room.ts';
import type { SavedWord } from './saved.ts';
import type { SearchWord } from './search.ts';
import type { SharedWord } from './shared.ts';
import type { TestWord } from './test.ts';
import type { WalletWord } from './wallet.ts';

export type WordId =
  | AgainWord
  | BridgeWord
  | CardWord
  | DataWord
  | DeviceWord
  | FeedbackWord
  | FineWord
  | HelpWord
  | HomeWord
  | InfoWord
  | LanguageWord
  | LoginWord
  | LookupWord
  | MoneyWord
  | OperatorWord
  | OtherWord
  | PayWord
  | PersonWord
  | QuestionWord
  | RecipientWord
  | ResultWord
  | RoomWord
  | SavedWord
  | SearchWord
  | SharedWord
  | TestWord
  | WalletWord;
