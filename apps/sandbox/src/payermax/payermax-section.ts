import { SCENARIO_CARDS, shownNumber } from '../scenario-cards.ts';
import type { ScenarioEntry, ScenarioSection, Tone } from '../scenario-page.ts';
import { BANK_PASSWORD } from '../world/bank-page.ts';
import { majorUnits } from './amounts.ts';
import { STEERING_AMOUNTS, STEERING_SUBJECTS } from './steering.ts';

type Subject = (typeof STEERING_SUBJECTS)[number];

const SUBJECTS = {
  SUCCESS: { tone: 'good', ar: 'كما تقول البطاقة', en: 'whatever the card says' },
  FAILED: { tone: 'bad', ar: 'رفض عام', en: 'declined' },
  PENDING: { tone: 'odd', ar: 'معلّق حتى تنتهي مهلته', en: 'pending until its time is over' },
  '3DS': { tone: 'ask', ar: 'البنك يطلب التحقق', en: 'the bank asks' },
} as const satisfies Record<Subject, { tone: Tone; ar: string; en: string }>;

const OWN_CARDS = [
  { name: 'Visa', number: '4444333322221111', more: 'James Smith · 03/30 · 123' },
  { name: 'Mastercard', number: '5555555555554444', more: 'Allen Black · 11/26 · 357' },
] as const;

function ownCards(): ScenarioEntry[] {
  return OWN_CARDS.map(({ name, number, more }) => ({
    tone: 'good',
    title: { ar: `بطاقة PayerMax التجريبية (${name})`, en: `PayerMax's own test card: ${name} · ${more}` },
    shown: shownNumber(number),
    copied: number,
  }));
}

function subjects(): ScenarioEntry[] {
  return STEERING_SUBJECTS.map((subject) => {
    const { tone, ar, en } = SUBJECTS[subject];
    return {
      tone,
      title: { ar: `عنوان الطلب: ${ar}`, en: `subject: ${en}` },
      shown: subject,
      copied: subject,
    };
  });
}

function amounts(): ScenarioEntry[] {
  return (['FAILED', 'PENDING', '3DS'] as const).flatMap((subject) => {
    const { tone, ar, en } = SUBJECTS[subject];
    return STEERING_AMOUNTS[subject].map((cents) => ({
      tone,
      title: { ar: `مبلغ الطلب: ${ar}`, en: `amount, with a plain card: ${en}` },
      shown: String(majorUnits(cents)),
      copied: String(majorUnits(cents)),
    }));
  });
}

export function payermaxSection(): ScenarioSection {
  return {
    id: 'payermax',
    name: 'PayerMax',
    note: {
      ar: `البطاقات نفسها، ومعها قواعد عنوان الطلب ومبلغه. رمز البنك: \u2066${BANK_PASSWORD}\u2069`,
      en: `The same cards, and what the subject or the amount of an order decides. Bank password ${BANK_PASSWORD}`,
    },
    entries: [...ownCards(), ...SCENARIO_CARDS, ...subjects(), ...amounts()],
    links: {
      books: '/_control/payermax/books',
      webhooks: '/_control/payermax/webhooks',
      'payment API': '/_control/payermax/api',
    },
  };
}
