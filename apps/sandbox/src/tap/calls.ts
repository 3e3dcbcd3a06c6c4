import type { OpenedToken, WalletTokens } from '../apple-pay/wallet-tokens.ts';
import { SCENARIOS } from '../scenarios.ts';
import type { Answer } from '../world/answer.ts';
import type { Outage } from '../world/api-outage.ts';
import { integerIn, recordIn, textIn, type Json } from '../world/reading.ts';
import { minorUnitsIn } from './amounts.ts';
import { chargeBody, refundBody, type ChargeOrder, type TapCharge } from './charge.ts';
import type { Charges } from './charges.ts';
import { CONFLICT, invalid, missing, serverError, SOURCE_USED } from './errors.ts';
import { newId } from './ids.ts';

/** The stored result of a call with the idempotency key `reference.idempotent`, and its request. */
export interface CallResult {
  readonly request: string;
  readonly id: string;
}

export interface TapCallDeps {
  readonly charges: Charges;
  readonly tokens: Map<string, OpenedToken>;
  readonly walletTokens: WalletTokens;
  readonly done: Map<string, CallResult>;
  readonly merchantId: string;
  readonly outage: Outage;
  readonly now: () => number;
}

/** The outcome of a call. `isLost`: the call has had its effect, but its answer never arrives. */
export interface TapOutcome {
  readonly answer: Answer;
  readonly isLost?: boolean;
}

export type TapCall = (deps: TapCallDeps, body: Json) => TapOutcome;

const answered = (body: object): TapOutcome => ({ answer: { status: 200, body } });

/** Exchanges Apple Pay's token for one of Tap's, a new one each time. */
export const createToken: TapCall = ({ walletTokens, tokens, now }, body) => {
  const opened = body['type'] === 'applepay' ? walletTokens.open(body['token_data']) : null;
  if (opened === null) return { answer: invalid('Token data') };
  const id = newId('tok');
  tokens.set(id, opened);
  const { brand, number } = SCENARIOS[opened.scenario];
  const card = { object: 'card', brand: brand.toUpperCase(), last_four: number.slice(-4) };
  return answered({ id, object: 'token', live_mode: false, created: now(), type: 'CARD', used: false, card });
};

/** Reads the shop's request, or what is wrong with it. */
function orderIn(body: Json, merchantId: string): Omit<ChargeOrder, 'scenario'> | TapOutcome {
  const currency = textIn(body, 'currency') ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) return { answer: invalid('Currency') };
  const amount = minorUnitsIn(body, currency);
  if (amount === null) return { answer: invalid('Amount') };
  const customer = recordIn(body['customer']);
  const isReachable = textIn(customer, 'email') ?? textIn(recordIn(customer['phone']), 'number');
  if (textIn(customer, 'first_name') === null || isReachable === null) return { answer: invalid('Customer') };
  if (recordIn(body['merchant'])['id'] !== merchantId) return { answer: invalid('Merchant') };
  if (textIn(recordIn(body['redirect']), 'url') === null) return { answer: invalid('Redirect url') };
  const reference = recordIn(body['reference']);
  return {
    amount,
    currency,
    transaction: textIn(reference, 'transaction'),
    order: textIn(reference, 'order'),
    token: textIn(recordIn(body['source']), 'id') ?? '',
    postUrl: textIn(recordIn(body['post']), 'url'),
  };
}

/** The token differs each time for the same card, so it is left out when two requests are compared. */
const sameRequest = ({ amount, currency, order, transaction }: Omit<ChargeOrder, 'scenario'>): string =>
  JSON.stringify({ amount, currency, order, transaction });

export const createCharge: TapCall = (deps, body) => {
  const { charges, tokens, walletTokens, done, outage } = deps;
  const order = orderIn(body, deps.merchantId);
  if ('answer' in order) return order;
  const key = textIn(recordIn(body['reference']), 'idempotent');
  const before = key === null ? undefined : done.get(`charge ${key}`);
  if (before) {
    const known = charges.find(before.id);
    return before.request === sameRequest(order) && known !== null
      ? answered(chargeBody(known))
      : { answer: CONFLICT };
  }
  const opened = tokens.get(order.token);
  if (opened === undefined) return { answer: invalid('Source id') };
  const { delivery } = SCENARIOS[opened.scenario];
  if (delivery === 'error-before') return { answer: serverError() };
  if (!walletTokens.use(opened)) return { answer: SOURCE_USED };
  const charge = charges.make({ ...order, scenario: opened.scenario });
  if (key !== null) done.set(`charge ${key}`, { request: sameRequest(order), id: charge.id });
  if (delivery === 'error-after') return { answer: serverError() };
  return { ...answered(chargeBody(charge)), isLost: delivery === 'lost' || outage.losesAnswerNow() };
};

export const createRefund: TapCall = ({ charges, done }, body) => {
  const charge = charges.find(textIn(body, 'charge_id') ?? '');
  if (charge === null) return { answer: missing('Charge') };
  const amount = minorUnitsIn(body, charge.currency);
  if (amount === null || body['currency'] !== charge.currency) return { answer: invalid('Amount') };
  if (textIn(body, 'reason') === null) return { answer: invalid('Reason') };
  const reference = recordIn(body['reference']);
  const key = textIn(reference, 'idempotent');
  const request = JSON.stringify({ charge: charge.id, amount });
  const before = key === null ? undefined : done.get(`refund ${key}`);
  if (before) {
    const known = charges.findRefund(before.id);
    return before.request === request && known !== null ? answered(refundBody(known)) : { answer: CONFLICT };
  }
  const refund = charges.refund(charge, {
    amount,
    merchantReference: textIn(reference, 'merchant'),
    postUrl: textIn(recordIn(body['post']), 'url'),
  });
  if (refund === null) return { answer: invalid('Refund amount') };
  if (key !== null) done.set(`refund ${key}`, { request, id: refund.id });
  return answered(refundBody(refund));
};

const PERIOD_MAX_MS = 30 * 24 * 60 * 60_000;
const LIMIT_MAX = 50;

/** Lists the charges of at most thirty days, newest first. Tap has no call that finds a charge by the shop's own reference. */
export const listCharges: TapCall = ({ charges }, body) => {
  const date = recordIn(recordIn(body['period'])['date']);
  const [from, to] = [integerIn(date, 'from'), integerIn(date, 'to')];
  if (from === null || to === null || to < from || to - from > PERIOD_MAX_MS)
    return { answer: invalid('Period') };
  const inPeriod = ({ createdAt }: TapCharge): boolean => createdAt >= from && createdAt <= to;
  const all = charges.all().filter(inPeriod);
  const after = textIn(body, 'starting_after');
  const begin = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(integerIn(body, 'limit') ?? LIMIT_MAX, LIMIT_MAX);
  const page = all.slice(begin, begin + limit);
  return answered({
    object: 'list',
    live_mode: false,
    api_version: 'V2',
    count: page.length,
    has_more: all.length > begin + limit,
    charges: page.map(chargeBody),
  });
};
