import type { LegalLanguage } from './http/operator-facts.ts';

/** The operator's promises in the legal texts, as the program counts them. */
export interface LegalPromises {
  /** After these without gems the payer may have the money back. */
  readonly deliveryLimitHours: number;
  /** Within these a person decides on an objection. */
  readonly decisionWorkingDays: number;
}

type Unit = 'hours' | 'workingDays';
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** As they stand after "within". A # is the number; where the language needs none there is none. */
const FORMS = {
  hours: {
    ar: { one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' },
    en: { one: '# hour', other: '# hours' },
  },
  workingDays: {
    ar: { one: 'يوم عمل واحد', two: 'يومي عمل', few: '# أيام عمل', many: '# يوم عمل', other: '# يوم عمل' },
    en: { one: '# working day', other: '# working days' },
  },
} as const satisfies Record<Unit, Record<LegalLanguage, Forms>>;

function wordsIn(language: LegalLanguage, forms: Forms, count: number): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace('#', String(count));
}

/** A promised time in each language of the texts. */
export function promiseWords(unit: Unit, count: number): Record<LegalLanguage, string> {
  const { ar, en } = FORMS[unit];
  return { ar: wordsIn('ar', ar, count), en: wordsIn('en', en, count) };
}
