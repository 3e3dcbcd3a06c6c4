import { promiseWords, type OperatorFacts } from '@jawhara/contract';
import {
  countText,
  isWallet,
  MARKET_UTC_OFFSET_HOURS,
  ORDER_LINK_MINUTES,
  marketTime,
  moneyText,
  orderNumber,
  REFUND_SHOWN_WORKING_DAYS,
  usdCents,
  usdText,
  type Locale,
  type Money,
  type Recipient,
} from '@jawhara/domain';
import type { StoredOrder } from '../orders/store/order.store.ts';
import type { PaidCard } from '../providers/provider.ts';
import { GEM_FORMS, MAIL_WORDS, type MailWord } from './mail-words.ts';
import type { MailFacts } from './mail.store.ts';

/** The mail goes to an address that another person typed, so the recipient's nickname must not be able to carry a message. */
const NAME_CHARS_MAX = 40;

/** Line breaks, other control characters, characters that turn or hide text, and invisible letters. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu;
/** Mail programs turn texts with these characters into links; word joiners around them prevent it. */
const LINKING = /[.:/@\\]/gu;
const WORD_JOINER = '\u2060';
/** Marks stacked on one letter cover the lines around them. */
const MARKS = /(\p{M}{2})\p{M}+/gu;

/** A single line, cut after forty characters, without anything that a mail program turns into a link or that turns the line around. */
export function plainName(nickname: string): string {
  const seen = nickname.replace(UNSEEN, ' ').replace(MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = [...seen];
  const short =
    characters.length > NAME_CHARS_MAX ? `${characters.slice(0, NAME_CHARS_MAX).join('').trimEnd()}…` : seen;
  return short.replace(LINKING, (sign) => `${WORD_JOINER}${sign}${WORD_JOINER}`) || '—';
}

/** A run of text. `ltr` keeps its own order inside an Arabic sentence; `name` is in whatever script its owner writes. */
export interface Run {
  readonly text: string;
  readonly as: 'sentence' | 'ltr' | 'name';
}

export type Line = readonly Run[];

export interface MailContent {
  readonly locale: Locale;
  readonly subject: Line;
  readonly preview: Line;
  readonly state: { readonly tone: 'ok' | 'warn' | 'info'; readonly text: string };
  readonly title: Line;
  readonly paragraphs: readonly Line[];
  readonly button: { readonly label: string; readonly url: string };
  readonly rows: readonly { readonly label: string; readonly value: Line }[];
  readonly notes: readonly Line[];
  readonly stop: { readonly label: string; readonly url: string };
  readonly brand: string;
  readonly place: string;
}

/**
 * [ORD-22] `link`: the link to an order that was found by its number. It is no news, so it has no row in the outbox.
 */
type MailTopic = MailFacts | { readonly kind: 'link' };

/** Everything that a mail says, and nothing else of the order. */
export interface MailSubject {
  readonly facts: MailTopic;
  readonly locale: Locale;
  readonly order: StoredOrder;
  readonly recipient: Recipient;
  readonly paidWith: PaidCard | null;
  readonly operator: OperatorFacts;
  readonly receiptUrl: string;
  readonly orderUrl: string;
  readonly stopUrl: string;
}

const ltr = (text: string): Run => ({ text, as: 'ltr' });
const plain = (text: string): Run => ({ text, as: 'sentence' });

type Runs = Readonly<Record<string, Run>>;

/** Replaces the placeholders of a sentence, such as {name}, by runs. */
function lineOf(sentence: string, runs: Runs): Line {
  return sentence.split(/\{(\w+)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [plain(part)];
    const run = runs[part];
    if (run === undefined) throw new Error(`a mail has no ${part}`);
    return [run];
  });
}

function gemsIn(locale: Locale, gems: number): string {
  const forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }> =
    GEM_FORMS[locale];
  const form = forms[new Intl.PluralRules(locale).select(gems)] ?? forms.other;
  return form.replace('#', countText(gems));
}

/** "18/11/2026 10:42", in the market's time, because the time zone of the mail's reader is not known. */
function timeText(at: Date): { readonly date: string; readonly time: string } {
  const [day = '', clock = ''] = marketTime('ksa', at).split(' ');
  const date = day.split('-').toReversed().join('/');
  return { date, time: `${date} ${clock} (UTC+${MARKET_UTC_OFFSET_HOURS.ksa})` };
}

const SCHEME_NAMES: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

/** A scheme comes from a provider, so special characters are removed. */
function methodOf({ order, paidWith, locale }: MailSubject): Run {
  const words = MAIL_WORDS[locale];
  if (paidWith === null) return isWallet(order.payType) ? ltr(words.applePay) : plain(words.card);
  const { scheme, last4, wallet } = paidWith;
  const name = SCHEME_NAMES[scheme] ?? scheme.replace(/[^a-z0-9 -]/gi, '').slice(0, 20);
  const card = `${name} •••• ${last4.replace(/\D/g, '')}`;
  if (wallet === 'google-pay') return ltr(`${card} (${words.googlePay})`);
  return ltr(isWallet(order.payType) ? `${card} (${words.applePay})` : card);
}

const refundText = (money: Money): string =>
  money.currency === 'USD' ? usdText(usdCents(money.minorUnits)) : moneyText(money);

function runsOf(subject: MailSubject): Runs {
  const { facts, locale, order, recipient } = subject;
  const isRefund = facts.kind === 'refunded';
  return {
    order: ltr(orderNumber(order.id)),
    gems: plain(gemsIn(locale, order.gems)),
    name: { text: plainName(recipient.nickname), as: 'name' },
    id: ltr(`ID ${recipient.displayId}`),
    amount: ltr(isRefund ? refundText(facts) : usdText(order.priceUsdCents)),
    card: methodOf(subject),
    time: ltr(timeText(order.createdAt).time),
    date: ltr(isRefund ? timeText(new Date(facts.at)).date : ''),
    minutes: plain(MAIL_WORDS[locale].minutes.replace('{n}', String(ORDER_LINK_MINUTES))),
    days: plain(promiseWords('workingDays', REFUND_SHOWN_WORKING_DAYS)[locale]),
  };
}

const STATE_TONES = { receipt: 'ok', late: 'warn', refunded: 'info', link: 'info' } as const;

const ROWS = {
  receipt: ['order', 'pack', 'account', 'amount', 'method', 'time'],
  late: ['order', 'pack', 'amount', 'time'],
  refunded: ['order', 'pack', 'amount', 'method'],
  link: ['order'],
} as const satisfies Record<MailTopic['kind'], readonly string[]>;

function paragraphsOf(facts: MailTopic): MailWord[] {
  if (facts.kind === 'link') return ['link.body', 'link.unasked'];
  if (facts.kind === 'receipt') return ['receipt.body'];
  if (facts.kind === 'late') return ['late.body', 'late.choice'];
  const lines: MailWord[] = ['refunded.body', 'refunded.when'];
  if (facts.gems === 'taken-back') return [...lines, 'refunded.gems'];
  return facts.gems === 'never-came' ? [...lines, 'refunded.noGems'] : lines;
}

export function mailContent(subject: MailSubject): MailContent {
  const { facts, locale, operator, receiptUrl, orderUrl, stopUrl } = subject;
  const { kind } = facts;
  const words: Readonly<Record<MailWord, string>> = MAIL_WORDS[locale];
  const runs = runsOf(subject);
  const line = (word: MailWord): Line => lineOf(words[word], runs);
  const rowLines: Record<string, Line> = {
    order: lineOf('{order}', runs),
    pack: lineOf('{gems}', runs),
    account: lineOf('{name} · {id}', runs),
    amount: lineOf('{amount}', runs),
    method: lineOf('{card}', runs),
    time: lineOf('{time}', runs),
  };
  return {
    locale,
    subject: line(`${kind}.subject`),
    preview: line(`${kind}.preview`),
    state: { tone: STATE_TONES[kind], text: words[`${kind}.state`] },
    title: line(kind === 'late' ? 'late.title' : `${kind}.subject`),
    paragraphs: paragraphsOf(facts).map(line),
    button:
      kind === 'receipt'
        ? { label: words.seeReceipt, url: receiptUrl }
        : { label: words.seeOrder, url: orderUrl },
    rows: ROWS[kind].map((row) => ({ label: words[`row.${row}`], value: rowLines[row] ?? [] })),
    notes: [line('help'), line('safety'), line('why')],
    stop: { label: words.stop, url: stopUrl },
    brand: words.brand,
    place: words.place
      .replace('{company}', operator.operator_name)
      .replace('{country}', operator.operator_country),
  };
}
