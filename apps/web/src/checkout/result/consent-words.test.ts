import '../../words/english.ts';
import { CARD_CONSENT_WORDS } from '@jawhara/contract';
import { LOCALES, questionAfter, tickIn, type Locale, type PayType } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { word } from '../../words/word.ts';

it.each(Object.keys(LOCALES) as Locale[])(
  '[CRD-10 in part] the stored card consent texts in %s equal the sentences shown, word by word',
  (locale) => {
    const how = word('dlg.remember.how', {}, locale);
    const prompted = (promise: string): string =>
      `${word('dlg.remember.title', {}, locale)} {card} ${promise} ${how} [${word('dlg.remember.yes', {}, locale)}] [${word('dlg.remember.no', {}, locale)}]`;
    const question = (payType: number) => CARD_CONSENT_WORDS[questionAfter(payType as PayType, locale)];
    expect(question(23)).toBe(prompted(word('dlg.remember.body', {}, locale)));
    expect(question(24)).toBe(prompted(word('dlg.remember.bodyWithoutCvv', {}, locale)));
    expect(CARD_CONSENT_WORDS[tickIn(locale)]).toBe(`${word('card.keepAgree', {}, locale)}. ${how}`);
  },
);
