import { cardFieldRules } from '../../world/fields/card-field-rules.ts';
import {
  cleanHolder,
  digitsIn,
  groupedNumber,
  readExpiry,
  typedExpiry,
} from '../../world/fields/card-input.ts';
import type { Fault } from '../../world/fields/card-input.ts';
import type { FieldName } from '../../world/fields/field-words.ts';
import type { TypedCard } from '../card.ts';
import type { CashierFaults, TypedForm } from './cashier-page.ts';

const SENTENCES = {
  required: 'أكمل هذا الحقل',
  incomplete: 'غير مكتمل',
  scheme: 'لا نقبل هذا النوع من البطاقات. نقبل Visa وMastercard.',
  luhn: 'تحقّق من رقم البطاقة، فيه رقم غير صحيح.',
  month: 'الشهر غير صحيح',
  past: 'البطاقة منتهية',
  length: 'رمز CVV غير صحيح',
  long: 'الاسم طويل',
} as const satisfies Record<Fault, string>;

const NAMES = ['number', 'expiry', 'cvv', 'holder'] as const satisfies readonly FieldName[];

export interface ReadForm {
  readonly typed: TypedForm;
  readonly faults: CashierFaults['fields'];
  /** Null if a field is wrong. */
  readonly card: TypedCard | null;
}

/** Reads the posted form, with Arabic and Persian digits too: without its script the page does not convert them. */
export function readCashierForm(form: URLSearchParams): ReadForm {
  const text = (name: FieldName): string => form.get(name) ?? '';
  const rules = cardFieldRules();
  const typed = {
    number: groupedNumber(text('number')),
    expiry: typedExpiry(text('expiry'), false),
    holder: cleanHolder(text('holder')).trim(),
  };
  const values = { ...typed, cvv: digitsIn(text('cvv')) };
  const faults: Partial<Record<FieldName, string>> = {};
  for (const name of NAMES) {
    const fault = rules[name].fault(values[name]);
    if (fault !== null) faults[name] = typeof fault === 'string' ? SENTENCES[fault] : fault.sentence;
  }
  const expiry = readExpiry(typed.expiry, new Date());
  if (Object.keys(faults).length > 0 || typeof expiry === 'string') return { typed, faults, card: null };
  const card = {
    number: digitsIn(typed.number),
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    cvv: values.cvv,
    holder: typed.holder,
  };
  return { typed, faults, card };
}
