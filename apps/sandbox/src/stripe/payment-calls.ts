import type { WalletTokens } from '../apple-pay/wallet-tokens.ts';
import { SCENARIOS, type ScenarioKey } from '../scenarios.ts';
import type { Outage } from '../world/api-outage.ts';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import type { StripeCall, StripeOutcome } from './answering.ts';
import { errorAnswer, invalid, missing, serverError } from './errors.ts';
import { amountIn } from './form.ts';
import { newId } from './ids.ts';
import { declineOf, intentBody, refundBody, seconds, type StripeIntent } from './intent.ts';
import type { IntentOrder, Intents } from './intents.ts';

/** A wallet's card, as the provider stores it for one payment. */
export interface StripeCardToken {
  readonly scenario: ScenarioKey;
  isUsed: boolean;
}

export interface PaymentDeps {
  readonly intents: Intents;
  readonly tokens: Map<string, StripeCardToken>;
  readonly walletTokens: WalletTokens;
  readonly outage: Outage;
  readonly now: () => number;
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** Exchanges Apple Pay's token, which works once, for one of Stripe's. */
export function createToken({ walletTokens, tokens, now }: PaymentDeps): StripeCall {
  return (form) => {
    const opened = walletTokens.open(jsonIn(textIn(form, 'pk_token')));
    if (opened === null)
      return { answer: invalid('parameter_invalid_string_blank', 'pk_token', 'The token cannot be read.') };
    if (!walletTokens.use(opened)) return { answer: invalid('token_already_used', 'pk_token') };
    const id = newId('tok');
    tokens.set(id, { scenario: opened.scenario, isUsed: false });
    const { brand, number } = SCENARIOS[opened.scenario];
    const card = { object: 'card', brand, last4: number.slice(-4), tokenization_method: 'apple_pay' };
    const body = {
      id,
      object: 'token',
      card,
      created: seconds(now()),
      livemode: false,
      type: 'card',
      used: false,
    };
    return { answer: { status: 200, body } };
  };
}

function metadataIn(form: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordIn(form['metadata'])).map(([name, value]) => [name, String(value)]),
  );
}

type CallInput = { readonly order: Omit<IntentOrder, 'scenario'>; readonly token: string };

/** Reads the shop's request, or what is wrong with it. */
function readCallInput(form: Json): CallInput | StripeOutcome {
  const amount = amountIn(form, 'amount');
  if (amount === null) return { answer: invalid('parameter_invalid_integer', 'amount') };
  if (amount < 50) return { answer: invalid('amount_too_small', 'amount') };
  const currency = textIn(form, 'currency') ?? '';
  if (!/^[a-z]{3}$/.test(currency)) return { answer: invalid('parameter_missing', 'currency') };
  const method = recordIn(form['payment_method_data']);
  const token = textIn(recordIn(method['card']), 'token');
  if (method['type'] !== 'card' || token === null || form['confirm'] !== 'true')
    return { answer: invalid('parameter_missing', 'payment_method_data') };
  return { order: { amount, currency, metadata: metadataIn(form) }, token };
}

const isWide = (form: Json): boolean =>
  Object.values(recordIn(form['expand'])).some((path) => String(path).endsWith('latest_charge'));

function declined(intent: StripeIntent): StripeOutcome['answer'] | null {
  const decline = declineOf(intent);
  if (decline === null) return null;
  return errorAnswer(402, { type: 'card_error', ...decline, payment_intent: intentBody(intent, false) });
}

/** Creates and confirms an intent in one call. The scenario decides whether the answer gets lost. */
export function createIntent({ intents, tokens, outage }: PaymentDeps): StripeCall {
  return (form) => {
    const callInput = readCallInput(form);
    if ('answer' in callInput) return callInput;
    const token = tokens.get(callInput.token);
    if (token === undefined)
      return { answer: invalid('resource_missing', 'payment_method_data[card][token]') };
    if (token.isUsed) return { answer: invalid('token_already_used', 'payment_method_data[card][token]') };
    const { delivery } = SCENARIOS[token.scenario];
    if (delivery === 'error-before') return { answer: serverError() };
    token.isUsed = true;
    const intent = intents.make({ ...callInput.order, scenario: token.scenario });
    if (delivery === 'error-after') return { answer: serverError() };
    const answer = declined(intent) ?? { status: 200, body: intentBody(intent, isWide(form)) };
    return { answer, isLost: delivery === 'lost' || outage.losesAnswerNow() };
  };
}

export function createRefund({ intents }: PaymentDeps): StripeCall {
  return (form) => {
    const id = textIn(form, 'payment_intent') ?? '';
    const intent = intents.find(id);
    if (intent === null) return { answer: missing('payment_intent', id) };
    const amount = amountIn(form, 'amount');
    if (amount === null || amount === 0) return { answer: invalid('parameter_invalid_integer', 'amount') };
    const refund = intents.refund(intent, amount, metadataIn(form));
    return {
      answer:
        refund === null
          ? invalid('charge_already_refunded', 'amount', 'Refund amount is greater than what is left.')
          : { status: 200, body: refundBody(refund) },
    };
  };
}
