import {
  FIELDS_CONSENTS,
  legalVersionsText,
  parseLegalVersions,
  type BrowserFacts,
  type CardSourceId,
  type Challenge,
  type LegalVersions,
  type OrderId,
  type PayAnswer,
  type OrderedWith,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireCardSourceId, wireOrderId } from '../wire-types.ts';
import { browserSchema, writeBrowser } from './browser-wire.ts';
import { googlePayToken } from './google-pay.ts';

/** Fields that orders of every purpose have in common on the wire. */

// Longer than any CVV, so that plain digits are not accepted as a token.
const oneTimeToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,200}$/));

/** Adyen encrypts each field by itself: long, and never digits only. */
const sealed = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9$_\-./+=]{8,2000}$/),
  v.check((text) => /[A-Za-z]/.test(text)),
);

const jsonText = v.pipe(v.string(), v.maxLength(16_000), v.parseJson());

/** Accepted as specified, and not used. */
export const ignored = v.optional(v.union([v.pipe(v.string(), v.maxLength(8_000)), v.number(), v.boolean()]));

/** The versions of the terms that the payer agreed to. Older pages do not send them. */
export const agreedFields = {
  agreed: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(60),
      v.rawTransform(({ dataset, addIssue, NEVER }): LegalVersions => {
        const versions = parseLegalVersions(dataset.value);
        if (versions !== null) return versions;
        addIssue({ message: 'not versions' });
        return NEVER;
      }),
    ),
  ),
};

export function readAgreed({ agreed }: { readonly agreed?: LegalVersions | undefined }): {
  readonly agreed?: LegalVersions;
} {
  return agreed === undefined ? {} : { agreed };
}

export function writeAgreed(agreed: LegalVersions | undefined): { agreed?: string } {
  return agreed === undefined ? {} : { agreed: legalVersionsText(agreed) };
}

/**
 * Parameters of the page's link that are sent on. Our servers do not read them: the demo provider is controlled by its tokens.
 */
export interface OrderLinkParameters {
  readonly ext?: Readonly<Record<string, string>>;
  readonly mock?: string;
  readonly uuid?: string;
}

export function writeLinkParameters({ ext, mock, uuid }: OrderLinkParameters): {
  ext?: string;
  mock?: string;
  uuid?: string;
} {
  return {
    ...(ext === undefined ? {} : { ext: JSON.stringify(ext) }),
    ...(mock === undefined ? {} : { mock }),
    ...(uuid === undefined ? {} : { uuid }),
  };
}

export interface OrderPlaced {
  readonly orderId: OrderId;
  readonly answer: PayAnswer;
}

const payStatusSchema = v.object({
  status: v.picklist(['paid', 'challenge', 'pending', 'refused']),
  outcome: v.optional(v.picklist(['balance', 'expire', 'verify', 'high-risk', 'other'])),
  way: v.optional(v.picklist(['frame', 'page', 'native']), 'frame'),
  action: v.optional(v.pipe(v.string(), v.minLength(2))),
});

/** A challenge on the wire: an address, or the text for the provider's own script. */
export interface ChallengeWire {
  readonly way: 'frame' | 'page' | 'native';
  readonly url: string | null;
  readonly action: string | null;
}

/** Null if the challenge is incomplete: the payer would see an empty frame. */
export function readChallenge({ way, url, action }: ChallengeWire): Challenge | null {
  if (way === 'native') return action ? { way, action } : null;
  return url ? { way, url } : null;
}

export function writeChallenge(challenge: Challenge): ChallengeWire {
  return challenge.way === 'native'
    ? { way: challenge.way, url: null, action: challenge.action }
    : { way: challenge.way, url: challenge.url, action: null };
}

const orderPlacedSchema = v.pipe(
  v.object({
    order_id: wireOrderId,
    url: v.nullable(v.string()),
    platform_data: v.pipe(jsonText, payStatusSchema),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): OrderPlaced => {
    const { order_id: orderId, url, platform_data: data } = dataset.value;
    if (data.status === 'refused')
      return { orderId, answer: { kind: 'refused', outcome: data.outcome ?? 'other' } };
    if (data.status !== 'challenge') return { orderId, answer: { kind: data.status } };
    const challenge = readChallenge({ way: data.way, url, action: data.action ?? null });
    if (challenge !== null) return { orderId, answer: { kind: 'challenge', ...challenge } };
    addIssue({
      message: 'a challenge that leads nowhere',
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'url', value: url }],
    });
    return NEVER;
  }),
);

function statusOf(answer: PayAnswer): object {
  if (answer.kind === 'refused') return { status: answer.kind, outcome: answer.outcome };
  if (answer.kind !== 'challenge') return { status: answer.kind };
  const { way, action } = writeChallenge(answer);
  return { status: answer.kind, way, ...(action === null ? {} : { action }) };
}

export const wireOrderPlaced = codec(orderPlacedSchema, (placed: OrderPlaced) => ({
  order_id: placed.orderId as string,
  url: placed.answer.kind === 'challenge' ? writeChallenge(placed.answer).url : null,
  platform_data: JSON.stringify(statusOf(placed.answer)),
}));

const payDataSchema = v.object({
  token: v.optional(oneTimeToken),
  encrypted: v.optional(
    v.object({
      number: sealed,
      expiry_month: sealed,
      expiry_year: sealed,
      // Not named `cvv`, because the API refuses every request with a field of that name, encrypted or not.
      sealed_code: sealed,
      holder_name: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
    }),
  ),
  drop_in: v.optional(
    v.object({
      token: oneTimeToken,
      session: oneTimeToken,
      agreed: v.optional(v.picklist(FIELDS_CONSENTS)),
    }),
  ),
  google_pay: v.optional(googlePayToken),
  hosted_page: v.optional(v.literal(true)),
  wallet_sheet: v.optional(v.literal(true)),
  wallet_page: v.optional(v.literal(true)),
  // The page will ask about saving the card after the payment.
  keep: v.optional(v.literal('ask')),
  cvv_token: v.optional(v.union([oneTimeToken, sealed])),
  browser: v.optional(browserSchema),
});

type PayData = v.InferOutput<typeof payDataSchema>;

/** The fields of a request that name the card. */
export const paidWithFields = {
  platform_data: v.pipe(jsonText, payDataSchema),
  source_id: v.optional(wireCardSourceId),
};

interface PaidWithWire {
  readonly platform_data: PayData;
  readonly source_id?: CardSourceId | undefined;
}

function newCardsIn(data: PayData): OrderedWith[] {
  const { token, encrypted, drop_in: dropIn, google_pay: googlePay } = data;
  const { hosted_page: hostedPage, wallet_sheet: walletSheet } = data;
  const keepOption = data.keep === undefined ? {} : { keep: data.keep };
  const cards: OrderedWith[] = [];
  if (token !== undefined) cards.push({ token, ...keepOption });
  if (encrypted !== undefined)
    cards.push({
      encryptedCard: {
        number: encrypted.number,
        expiryMonth: encrypted.expiry_month,
        expiryYear: encrypted.expiry_year,
        securityCode: encrypted.sealed_code,
        holderName: encrypted.holder_name,
      },
      ...keepOption,
    });
  if (dropIn !== undefined)
    cards.push({
      dropInToken: dropIn.token,
      dropInSession: dropIn.session,
      ...(dropIn.agreed === undefined ? {} : { keep: dropIn.agreed }),
    });
  if (googlePay !== undefined) cards.push({ googlePayToken: googlePay });
  if (hostedPage !== undefined) cards.push({ hostedPage, ...keepOption });
  if (walletSheet !== undefined) cards.push({ walletSheet });
  if (data.wallet_page !== undefined) cards.push({ walletPage: data.wallet_page });
  return cards;
}

function cardsIn({ platform_data: data, source_id: sourceId }: PaidWithWire): OrderedWith[] {
  const saved: OrderedWith[] = sourceId === undefined ? [] : [{ sourceId, cvvToken: data.cvv_token ?? null }];
  return [...saved, ...newCardsIn(data)];
}

export function hasOneCard(wire: PaidWithWire): boolean {
  return cardsIn(wire).length === 1;
}

/** Called only after `hasOneCard`. */
export function readPaidWith(wire: PaidWithWire): OrderedWith {
  const [card] = cardsIn(wire);
  if (!card) throw new Error('a request without a card was let through');
  return card;
}

/** Absent if the browser sent none. */
export function readBrowser({ platform_data: data }: PaidWithWire): { readonly browser?: BrowserFacts } {
  return data.browser === undefined ? {} : { browser: data.browser };
}

function payDataOf(card: OrderedWith): object {
  if ('sourceId' in card) return card.cvvToken === null ? {} : { cvv_token: card.cvvToken };
  if ('dropInToken' in card) {
    const agreed = card.keep === undefined ? {} : { agreed: card.keep };
    return { drop_in: { token: card.dropInToken, session: card.dropInSession, ...agreed } };
  }
  if ('walletSheet' in card) return { wallet_sheet: true };
  if ('walletPage' in card) return { wallet_page: true };
  if ('googlePayToken' in card) return { google_pay: card.googlePayToken };
  const keepOption = card.keep === undefined ? {} : { keep: card.keep };
  if ('token' in card) return { token: card.token, ...keepOption };
  if ('hostedPage' in card) return { hosted_page: true, ...keepOption };
  const { number, expiryMonth, expiryYear, securityCode, holderName } = card.encryptedCard;
  return {
    encrypted: {
      number,
      expiry_month: expiryMonth,
      expiry_year: expiryYear,
      sealed_code: securityCode,
      holder_name: holderName,
    },
    ...keepOption,
  };
}

export function writePaidWith(
  card: OrderedWith,
  browser?: BrowserFacts,
): { platform_data: string; source_id?: string } {
  const data = { ...payDataOf(card), ...(browser === undefined ? {} : { browser: writeBrowser(browser) }) };
  return {
    platform_data: JSON.stringify(data),
    ...('sourceId' in card ? { source_id: card.sourceId } : {}),
  };
}
