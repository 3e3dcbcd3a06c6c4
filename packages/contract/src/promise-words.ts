import type { LegalLanguage } from './http/operator-facts.ts';

/** The operator's promises in the legal texts, as numbers that the program uses. */
export interface LegalPromises {
  /** After these hours without gems the payer may ask for a refund. */
  readonly deliveryLimitHours: number;
  /** Within these days an operator decides an objection. */
  readonly decisionWorkingDays: number;
}

type Unit = 'hours' | 'workingDays';
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Grammatical forms for use after "within". # stands for the number; the forms for one and two may do without it. */
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

/** A promised time in each language of the legal texts. */
export function promiseWords(unit: Unit, count: number): Record<LegalLanguage, string> {
  const { ar, en } = FORMS[unit];
  return { ar: wordsIn('ar', ar, count), en: wordsIn('en', en, count) };
}
