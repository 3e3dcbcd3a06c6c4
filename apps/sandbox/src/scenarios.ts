/** Whether the card's bank approves the payment. */
export type Verdict = { readonly says: 'yes' } | { readonly says: 'no'; readonly code: DeclineCode };

/** How the bank authenticates the cardholder first. `frictionless`: by data about the browser, without a challenge. */
export type Authentication = 'none' | 'frictionless' | 'challenge';

/**
 * How the provider answers the payment request.
 * `later`: pending first, decided a moment after. `lost`: decided, but the connection breaks without an answer.
 * `error-before`, `error-after`: status 500, before or after the money moved.
 */
export type Delivery = 'at-once' | 'later' | 'lost' | 'error-before' | 'error-after';

export interface Scenario {
  readonly number: string;
  readonly brand: 'Visa' | 'Mastercard';
  readonly title: { readonly en: string; readonly ar: string };
  readonly verdict: Verdict;
  readonly authentication: Authentication;
  readonly delivery: Delivery;
  /** `one-cent-less`: the bank takes a cent less than was requested, and every answer and webhook has that amount. */
  readonly takes: 'asked' | 'one-cent-less';
  readonly webhooks: 'sent' | 'never';
  /** `expires`: once saved, the card counts as expired at its bank until the provider gets a new date. */
  readonly savedCardBehaviour: 'good' | 'expires';
}

export const DECLINES = {
  '20005': 'Declined - Do not honour',
  '20051': 'Insufficient funds',
  '20054': 'Expired card',
  '20059': 'Suspected fraud',
  '200N7': 'Decline for CVV2 failure',
  '20151': 'Cardholder failed 3DS authentication',
  '20152': '3DS authentication was not finished in time',
} as const;

export type DeclineCode = keyof typeof DECLINES;

const YES: Verdict = { says: 'yes' };
const no = (code: DeclineCode): Verdict => ({ says: 'no', code });

const PLAIN = {
  brand: 'Visa',
  verdict: YES,
  authentication: 'none',
  delivery: 'at-once',
  takes: 'asked',
  webhooks: 'sent',
  savedCardBehaviour: 'good',
} as const satisfies Partial<Scenario>;

/** A test card for each way in which a payment can go. Tests and load tools name the keys instead of card numbers. */
export const SCENARIOS = {
  approve: { ...PLAIN, number: '4242424242424242', title: { en: 'Approved at once', ar: 'قبول فوري' } },
  'approve-mastercard': {
    ...PLAIN,
    number: '5436031030606378',
    brand: 'Mastercard',
    title: { en: 'Approved at once (Mastercard)', ar: 'قبول فوري (ماستركارد)' },
  },
  challenge: {
    ...PLAIN,
    number: '4242420000000034',
    authentication: 'challenge',
    title: { en: 'The bank asks, then approves', ar: 'البنك يطلب التحقق ثم يقبل' },
  },
  'challenge-mastercard': {
    ...PLAIN,
    number: '5436030000000059',
    brand: 'Mastercard',
    authentication: 'challenge',
    title: { en: 'The bank asks, then approves (Mastercard)', ar: 'البنك يطلب التحقق ثم يقبل (ماستركارد)' },
  },
  'challenge-then-insufficient-funds': {
    ...PLAIN,
    number: '4242420000200519',
    authentication: 'challenge',
    verdict: no('20051'),
    title: {
      en: 'The bank asks, then declines: no funds (20051)',
      ar: 'البنك يطلب التحقق ثم يرفض: رصيد غير كافٍ',
    },
  },
  frictionless: {
    ...PLAIN,
    number: '4010056200000018',
    authentication: 'frictionless',
    title: { en: 'Recognised by the bank without a question', ar: 'تحقق صامت ثم قبول' },
  },
  'insufficient-funds': {
    ...PLAIN,
    number: '4544249167673670',
    verdict: no('20051'),
    title: { en: 'Insufficient funds (20051)', ar: 'رصيد غير كافٍ' },
  },
  'expired-card': {
    ...PLAIN,
    number: '4000020000200543',
    verdict: no('20054'),
    title: { en: 'Expired card (20054)', ar: 'بطاقة منتهية' },
  },
  'expires-when-kept': {
    ...PLAIN,
    number: '4000020000200576',
    savedCardBehaviour: 'expires',
    title: {
      en: 'Approved; when saved, expired (20054) until its date is updated',
      ar: 'قبول أول مرة، ثم منتهية بعد حفظها حتى يُحدَّث تاريخها',
    },
  },
  'do-not-honour': {
    ...PLAIN,
    number: '4539467987109256',
    verdict: no('20005'),
    title: { en: 'Do not honour (20005)', ar: 'رفض عام من البنك' },
  },
  'wrong-cvv': {
    ...PLAIN,
    number: '4734868958733862',
    verdict: no('200N7'),
    title: { en: 'Wrong CVV (200N7)', ar: 'رمز CVV خاطئ' },
  },
  'high-risk': {
    ...PLAIN,
    number: '4897453568485113',
    verdict: no('20059'),
    title: { en: 'Suspected fraud (20059)', ar: 'اشتباه احتيال' },
  },
  'failed-authentication': {
    ...PLAIN,
    number: '4275765574319271',
    verdict: no('20151'),
    title: { en: '3-D Secure rejected (20151)', ar: 'فشل تحقق البنك' },
  },
  'answer-lost': {
    ...PLAIN,
    number: '4000020000020214',
    delivery: 'lost',
    title: { en: 'Charged, but the answer is lost', ar: 'خُصم المبلغ وضاع الجواب' },
  },
  'error-before-charge': {
    ...PLAIN,
    number: '4000020000050005',
    delivery: 'error-before',
    title: { en: 'Server error, nothing charged', ar: 'خطأ خادم قبل الخصم' },
  },
  'error-after-charge': {
    ...PLAIN,
    number: '4000020000050013',
    delivery: 'error-after',
    title: { en: 'Server error, although charged', ar: 'خطأ خادم بعد الخصم' },
  },
  'pending-then-approved': {
    ...PLAIN,
    number: '4000020000020222',
    delivery: 'later',
    title: { en: 'Pending, then approved by webhook', ar: 'معلّق ثم قبول بإشعار' },
  },
  'pending-then-declined': {
    ...PLAIN,
    number: '4000020000050021',
    delivery: 'later',
    verdict: no('20005'),
    title: { en: 'Pending, then declined by webhook (20005)', ar: 'معلّق ثم رفض بإشعار' },
  },
  'wrong-amount': {
    ...PLAIN,
    number: '4000020000099002',
    delivery: 'later',
    takes: 'one-cent-less',
    title: { en: 'Pending, then a webhook with a wrong amount', ar: 'معلّق ثم إشعار بمبلغ مختلف' },
  },
  'webhook-never': {
    ...PLAIN,
    number: '4000020000040402',
    delivery: 'later',
    webhooks: 'never',
    title: { en: 'Pending, then approved without any webhook', ar: 'معلّق ثم قبول دون أي إشعار' },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioKey = keyof typeof SCENARIOS;

export const SCENARIO_KEYS = Object.keys(SCENARIOS) as ScenarioKey[];

export function isScenarioKey(text: unknown): text is ScenarioKey {
  return typeof text === 'string' && Object.hasOwn(SCENARIOS, text);
}

/** A card number of no scenario is approved like the plain test card. */
export function scenarioKeyOf(number: string): ScenarioKey {
  return SCENARIO_KEYS.find((key) => SCENARIOS[key].number === number) ?? 'approve';
}
