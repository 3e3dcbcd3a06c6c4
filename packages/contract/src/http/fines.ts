import {
  RECHARGE_REFUSALS,
  usdDecimal,
  type AccountId,
  type DisplayId,
  type BrowserFacts,
  type Estimate,
  type FineStanding,
  type LegalVersions,
  type PayType,
  type OrderedWith,
  type Recipient,
  type UsdCents,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import type { RefusalKind } from '../refusal-results.ts';
import {
  estimateField,
  wireAccountId,
  wireCount,
  wireDisplayId,
  wirePayType,
  wireSource,
  wireTime,
  wireUsd,
  writeEstimate,
} from '../wire-types.ts';
import {
  agreedFields,
  hasOneCard,
  ignored,
  paidWithFields,
  readAgreed,
  readBrowser,
  readPaidWith,
  wireOrderPlaced,
  writeAgreed,
  writePaidWith,
  writeLinkParameters,
  type OrderLinkParameters,
} from './order-parts.ts';
import { wireRecipient } from './recipients.ts';

/** A sealed quote: the amount that was shown, the account, and until when it is valid. */
export interface FineQuote {
  readonly id: string;
  readonly amountUsdCents: UsdCents;
  readonly goodUntil: Date;
}

export interface FineInfo {
  readonly account: Recipient;
  readonly standing: FineStanding;
  /** Null when there is nothing to pay. */
  readonly quote: FineQuote | null;
  /** The amount in local currency, where it can be estimated. */
  readonly estimate: Estimate | null;
}

const ACCOUNT_REFUSALS = RECHARGE_REFUSALS.filter((refusal) => refusal !== 'banned');

const wireQuoteId = v.pipe(v.string(), v.maxLength(400), v.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/));

const standingSchema = v.union([
  v.pipe(
    v.object({
      kind: v.literal('fine'),
      amount: wireUsd,
      previous_amount: v.nullable(wireUsd),
      next_amount: v.nullable(wireUsd),
      // Missing in answers of the previous release.
      after_next_amount: v.optional(v.nullable(wireUsd), null),
      refund_ban_count: wireCount,
      until: v.nullable(wireTime),
    }),
    v.transform((wire): FineStanding => ({
      kind: wire.kind,
      amountUsdCents: wire.amount,
      previousUsdCents: wire.previous_amount,
      nextUsdCents: wire.next_amount,
      afterNextUsdCents: wire.after_next_amount,
      refundBanCount: wire.refund_ban_count,
      until: wire.until,
    })),
  ),
  v.object({ kind: v.literal('permanent') }),
  v.object({ kind: v.literal('none'), until: v.nullable(wireTime) }),
]);

const usdOrNull = (cents: UsdCents | null) => (cents === null ? null : usdDecimal(cents));

function writeStanding(standing: FineStanding) {
  if (standing.kind === 'permanent') return { kind: standing.kind };
  const until = standing.until?.toISOString() ?? null;
  if (standing.kind === 'none') return { kind: standing.kind, until };
  return {
    kind: standing.kind,
    amount: usdDecimal(standing.amountUsdCents),
    previous_amount: usdOrNull(standing.previousUsdCents),
    next_amount: usdOrNull(standing.nextUsdCents),
    after_next_amount: usdOrNull(standing.afterNextUsdCents),
    refund_ban_count: standing.refundBanCount,
    until,
  };
}

const quoteSchema = v.pipe(
  v.object({ quote_id: wireQuoteId, amount: wireUsd, good_until: wireTime }),
  v.transform((wire): FineQuote => ({
    id: wire.quote_id,
    amountUsdCents: wire.amount,
    goodUntil: wire.good_until,
  })),
);

/** The fine of an account, and a quote to pay it by. `id` is the display id. */
export const readFine = endpoint({
  name: 'readFine',
  methods: ['GET'],
  changes: false,
  path: '/api/fine/get_fine_info/',
  refusals: [...ACCOUNT_REFUSALS, 'too-many-tries', 'busy'],
  request: codec(
    v.pipe(
      v.object({ id: wireDisplayId }),
      v.transform((wire) => ({ displayId: wire.id })),
    ),
    (request: { displayId: DisplayId }) => ({ id: request.displayId as string }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        account: wireRecipient.schema,
        standing: standingSchema,
        quote: v.nullable(quoteSchema),
        approx: estimateField,
      }),
      v.transform(({ approx, ...info }): FineInfo => ({ ...info, estimate: approx ?? null })),
    ),
    ({ account, standing, quote, estimate }: FineInfo) => ({
      account: wireRecipient.write(account),
      standing: writeStanding(standing),
      quote: quote && {
        quote_id: quote.id,
        amount: usdDecimal(quote.amountUsdCents),
        good_until: quote.goodUntil.toISOString(),
      },
      approx: writeEstimate(estimate),
    }),
  ),
});

/** The banned account: by its display id, or by its account id. */
export type FinedAccount = { readonly displayId: DisplayId } | { readonly accountId: AccountId };

/** The amount that the payer was shown. The server compares it: a fine is charged only at an amount its payer has seen. */
export type FineShown = { readonly quoteId: string } | { readonly amountUsdCents: UsdCents };

export interface PayFine {
  readonly account: FinedAccount;
  readonly shown: FineShown;
  readonly payType: PayType;
  readonly card: OrderedWith;
  readonly browser?: BrowserFacts;
  readonly agreed?: LegalVersions;
  /** As for an order of gems, but the request for a fine has no `ext`. */
  readonly linkParameters?: Omit<OrderLinkParameters, 'ext'>;
}

const payFineRequest = codec(
  v.pipe(
    v.object({
      id: v.optional(wireDisplayId),
      uid: v.optional(wireAccountId),
      amount: v.optional(wireUsd),
      quote_id: v.optional(wireQuoteId),
      pay_type: wirePayType,
      ...paidWithFields,
      ...agreedFields,
      source: wireSource,
      mock: ignored,
      uuid: ignored,
    }),
    v.forward(
      v.check((wire) => hasOneCard(wire)),
      ['platform_data', 'token'],
    ),
    v.forward(
      v.check((wire) => (wire.id === undefined) !== (wire.uid === undefined)),
      ['uid'],
    ),
    v.forward(
      v.check((wire) => (wire.amount === undefined) !== (wire.quote_id === undefined)),
      ['amount'],
    ),
    v.transform((wire): PayFine => ({
      // The checks above ensure that exactly one of `id` and `uid` is set, and one of `amount` and `quote_id`.
      account: wire.id === undefined ? { accountId: wire.uid as AccountId } : { displayId: wire.id },
      shown:
        wire.quote_id === undefined
          ? { amountUsdCents: wire.amount as UsdCents }
          : { quoteId: wire.quote_id },
      payType: wire.pay_type,
      card: readPaidWith(wire),
      ...readBrowser(wire),
      ...readAgreed(wire),
    })),
  ),
  ({ account, shown, payType, card, browser, agreed, linkParameters = {} }: PayFine) => ({
    ...('displayId' in account ? { id: account.displayId } : { uid: account.accountId }),
    ...('quoteId' in shown ? { quote_id: shown.quoteId } : { amount: usdDecimal(shown.amountUsdCents) }),
    pay_type: payType as number,
    ...writePaidWith(card, browser),
    ...writeAgreed(agreed),
    ...writeLinkParameters(linkParameters),
    source: 1,
  }),
);

const PAY_FINE_REFUSALS: readonly RefusalKind[] = [
  ...ACCOUNT_REFUSALS,
  'fine-none',
  'fine-permanent',
  'fine-changed',
  'pay-type-not-offered',
  'card-not-found',
  'card-expired',
  'cvv-missing',
  'request-id-missing',
  'request-id-reused',
  'payments-paused',
  'too-many-tries',
];

/** Pays a fine; its ban is lifted when the money arrives. The request id header is the idempotency key. */
export const createFinePay = endpoint({
  name: 'createFinePay',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/order/create_fine_pay/',
  refusals: PAY_FINE_REFUSALS,
  request: payFineRequest,
  answer: wireOrderPlaced,
});

export const createFinePayByPayerMax = endpoint({
  name: 'createFinePayByPayerMax',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/payer_max/create_fine_pay/',
  refusals: PAY_FINE_REFUSALS,
  request: payFineRequest,
  answer: wireOrderPlaced,
});
