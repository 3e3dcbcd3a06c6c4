import {
  readWalletType,
  type AccountId,
  type OrderId,
  type PayAnswer,
  type PayType,
  type WalletToken,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireAccountId, wireCount, wireOrderId, wirePayType, wireSource } from '../wire-types.ts';

const wireHost = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(/^[a-z0-9.-]+(?::\d{1,5})?$/i),
  v.toLowerCase(),
);
const wireText = v.pipe(v.string(), v.maxLength(255));

export interface DomainStanding {
  readonly isPayable: boolean;
  /** The host on which the wallet can be used: this one, or another to go to. */
  readonly domain: string | null;
  /** The wallet's pay type for this visitor on that host. */
  readonly payType: PayType | null;
  /** The pay type that the answer named, if the page does not have it: the default wallet is used instead. */
  readonly unknownCode?: number;
}

/** The host on which a wallet is to be opened, and the visitor. */
export interface DomainQuestion {
  readonly payType: PayType;
  readonly domain: string;
  readonly accountId: AccountId | null;
  /** The visitor's gray value, 0 to 99. */
  readonly grayValue: number | null;
}

function readWallet(code: number | null): Pick<DomainStanding, 'payType' | 'unknownCode'> {
  if (code === null) return { payType: null };
  const { payType, ...reading } = readWalletType(code);
  return reading.kind === 'reset' ? { payType, unknownCode: reading.unknownCode } : { payType };
}

/** Whether a wallet sheet can be opened on this host, and if not, on which. */
export const checkDomainPayable = endpoint({
  name: 'checkDomainPayable',
  methods: ['GET'],
  changes: false,
  path: '/api/order/check_domain_payable',
  refusals: ['wallet-unstable'],
  request: codec(
    v.pipe(
      v.object({
        pay_type: wirePayType,
        domain: wireHost,
        uid: v.optional(wireAccountId),
        check_only: v.optional(wireCount),
      }),
      v.transform((wire): DomainQuestion => ({
        payType: wire.pay_type,
        domain: wire.domain,
        accountId: wire.uid ?? null,
        grayValue: wire.check_only ?? null,
      })),
    ),
    ({ payType, domain, accountId, grayValue }: DomainQuestion) => ({
      pay_type: payType,
      domain,
      ...(accountId === null ? {} : { uid: accountId }),
      ...(grayValue === null ? {} : { check_only: grayValue }),
    }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        is_payable: v.boolean(),
        domain: v.nullable(v.string()),
        pay_type: v.nullable(wireCount),
      }),
      v.transform((wire): DomainStanding => ({
        isPayable: wire.is_payable,
        domain: wire.domain,
        ...readWallet(wire.pay_type),
      })),
    ),
    (standing: DomainStanding) => ({
      is_payable: standing.isPayable,
      domain: standing.domain,
      pay_type: standing.unknownCode ?? standing.payType,
    }),
  ),
});

/** Opens a merchant session, without which the sheet of Apple Pay does not open. */
export const openWalletSession = endpoint({
  name: 'openWalletSession',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/order/adyen_apple_pay_session_data/',
  refusals: ['order-not-found', 'wallet-not-available'],
  request: codec(
    v.pipe(
      v.object({
        app_order: wireOrderId,
        domain_name: wireHost,
        uid: v.optional(wireAccountId),
        source: wireSource,
        display_name: v.optional(wireText),
        merchant_identifier: v.optional(wireText),
      }),
      v.transform((wire) => ({ orderId: wire.app_order, domain: wire.domain_name })),
    ),
    (request: { orderId: OrderId; domain: string }) => ({
      app_order: request.orderId,
      domain_name: request.domain,
    }),
  ),
  answer: codec(
    v.pipe(
      v.object({ session_json_string: v.string() }),
      v.transform((wire) => ({ sessionJson: wire.session_json_string })),
    ),
    (session: { sessionJson: string }) => ({ session_json_string: session.sessionJson }),
  ),
});

/** The state of the payment when the wallet's sheet must be closed with a result. */
export type WalletPaid = Exclude<PayAnswer, { kind: 'challenge' }>;

const WALLET_RESULTS = { paid: 0, pending: -1, refused: 1 } as const satisfies Record<
  WalletPaid['kind'],
  number
>;

const walletPaidSchema = v.pipe(
  v.object({
    result: v.picklist([0, -1, 1]),
    fail_reason: v.optional(v.string()),
    fail_detail: v.optional(v.picklist(['pending', 'balance', 'expire', 'verify', 'high-risk', 'other'])),
  }),
  v.transform(({ result, fail_reason: reason, fail_detail: detail }): WalletPaid => {
    if (result === WALLET_RESULTS.paid && reason === undefined) return { kind: 'paid' };
    if (result === WALLET_RESULTS.pending || detail === 'pending') return { kind: 'pending' };
    return { kind: 'refused', outcome: detail ?? 'other' };
  }),
);

/** Pays the order with the token of the sheet in which the payer has authorised. */
export const verifyWalletPay = endpoint({
  name: 'verifyWalletPay',
  methods: ['POST'],
  changes: true,
  path: '/api/order/adyen_verify_pay/',
  refusals: ['order-not-found', 'wallet-not-available', 'repeat-purchase', 'too-many-tries'],
  request: codec(
    v.pipe(
      v.object({
        app_order: wireOrderId,
        apple_pay_token: v.pipe(v.string(), v.minLength(1), v.maxLength(16_000)),
        payment_method_type: v.optional(wireText, ''),
      }),
      v.transform((wire) => ({
        orderId: wire.app_order,
        walletToken: wire.apple_pay_token,
        methodType: wire.payment_method_type,
      })),
    ),
    (request: { orderId: OrderId } & WalletToken) => ({
      app_order: request.orderId,
      apple_pay_token: request.walletToken,
      payment_method_type: request.methodType,
    }),
  ),
  answer: codec(walletPaidSchema, (paid: WalletPaid) => ({
    result: WALLET_RESULTS[paid.kind],
    ...(paid.kind === 'paid' ? {} : { fail_reason: paid.kind }),
    ...(paid.kind === 'paid' ? {} : { fail_detail: paid.kind === 'pending' ? paid.kind : paid.outcome }),
  })),
});
