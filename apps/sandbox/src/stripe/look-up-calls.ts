import { recordIn, textIn, type Json } from '../world/reading.ts';
import type { StripeCall } from './answering.ts';
import { invalid, missing } from './errors.ts';
import { amountIn } from './form.ts';
import { intentBody, refundBody, seconds, type StripeIntent } from './intent.ts';
import type { Intents } from './intents.ts';

/** A search finds a new payment only after this time, because Stripe's search index lags behind. */
export const SEARCH_LAGS_MS = 60_000;

export interface LookUpDeps {
  readonly intents: Intents;
  readonly now: () => number;
}

const isWide = (form: Json): boolean =>
  Object.values(recordIn(form['expand'])).some((path) => String(path).endsWith('latest_charge'));

const limitIn = (form: Json): number => Math.min(amountIn(form, 'limit') ?? 10, 100);

export function retrieveIntent({ intents }: LookUpDeps): StripeCall {
  return (form, params) => {
    const id = textIn(params, 'id') ?? '';
    const intent = intents.find(id);
    return {
      answer:
        intent === null
          ? missing('payment_intent', id)
          : { status: 200, body: intentBody(intent, isWide(form)) },
    };
  };
}

function pageBody(form: Json, url: string, found: readonly StripeIntent[], object = 'list'): object {
  const limit = limitIn(form);
  return {
    object,
    url,
    has_more: found.length > limit,
    data: found.slice(0, limit).map((intent) => intentBody(intent, isWide(form))),
  };
}

/** Newest first. `starting_after`: the intents after that one. */
export function listIntents({ intents }: LookUpDeps): StripeCall {
  return (form) => {
    const since = amountOrNull(recordIn(form['created']), 'gte');
    const all = intents.all().filter(({ createdAt }) => since === null || seconds(createdAt) >= since);
    const after = textIn(form, 'starting_after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return { answer: { status: 200, body: pageBody(form, '/v1/payment_intents', all.slice(from)) } };
  };
}

function amountOrNull(form: Json, name: string): number | null {
  const text = textIn(form, name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

const QUERY = /^metadata\['(\w+)'\]:'([^']*)'$/;

export function searchIntents({ intents, now }: LookUpDeps): StripeCall {
  return (form) => {
    const match = QUERY.exec(textIn(form, 'query') ?? '');
    if (!match) return { answer: invalid('parameter_invalid_string_blank', 'query') };
    const [, key = '', value] = match;
    const found = intents
      .all()
      .filter(({ createdAt, metadata }) => createdAt <= now() - SEARCH_LAGS_MS && metadata[key] === value);
    const body = pageBody(form, '/v1/payment_intents/search', found, 'search_result');
    return { answer: { status: 200, body: { ...body, next_page: null } } };
  };
}

export function listRefunds({ intents }: LookUpDeps): StripeCall {
  return (form) => {
    const id = textIn(form, 'payment_intent') ?? '';
    const intent = intents.find(id);
    if (intent === null) return { answer: missing('payment_intent', id) };
    const refunds = intents.refundsOf(intent);
    const data = refunds.slice(0, limitIn(form)).map(refundBody);
    const body = { object: 'list', url: '/v1/refunds', has_more: refunds.length > data.length, data };
    return { answer: { status: 200, body } };
  };
}
