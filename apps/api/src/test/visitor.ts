import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  envelopeSchema,
  parse,
  preferredMethod,
  refusalOfResult,
  refusalsOf,
  resultOf,
  type Endpoint,
  type OrderPlaced,
} from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, type OrderId, type RechargeId } from '@jawhara/domain';
import * as v from 'valibot';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';

export interface Called<Value> {
  readonly status: number;
  readonly value: Value | null;
  readonly refusal: string | null;
  /** The data that came with a refusal. */
  readonly data?: unknown;
  readonly headers: Headers;
}

export interface Visitor {
  call<Request, Value>(
    endpoint: Endpoint<Request, Value>,
    request: Request,
    headers?: Record<string, string>,
  ): Promise<Called<Value>>;
  /** Posts any body to a path, with this visitor's cookie. */
  send(path: string, body: object): Promise<{ readonly status: number; readonly refusal: string | null }>;
  /** The device's cookie, as the browser would send it. */
  cookie(): string;
  /** The server's answer as unparsed text. */
  text(path: string, method: 'GET' | 'POST'): Promise<string>;
  buy(
    scenario: ScenarioKey,
    options?: {
      rechargeId?: string;
      requestId?: string;
      recipientId?: number;
      token?: string;
      /** False: the page will not ask whether to save the card. */
      hasConsentQuestion?: boolean;
      /** [ORD-20] Null: the payer has not agreed to place the same order again. */
      repeatOf?: OrderId | null;
      headers?: Record<string, string>;
    },
  ): Promise<Called<OrderPlaced>>;
}

/** A visitor: a device with a cookie of its own. */
export function visitor(apiUrl: string, token: (scenario: ScenarioKey) => Promise<string>): Visitor {
  let cookie = '';
  const call: Visitor['call'] = async (endpoint, request, headers = {}) => {
    const wire = endpoint.request.write(request);
    const isPost = preferredMethod(endpoint.methods) === 'POST';
    const query = isPost ? '' : `?${new URLSearchParams(wire as Record<string, string>).toString()}`;
    const response = await fetch(`${apiUrl}${endpoint.path}${query}`, {
      method: isPost ? 'POST' : 'GET',
      headers: {
        ...(isPost ? { 'content-type': 'application/json' } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(isPost ? { body: JSON.stringify(wire) } : {}),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    const envelope = v.parse(envelopeSchema, await response.json());
    const result = resultOf(envelope);
    if (result !== 0) {
      const kind = refusalOfResult(result);
      // The contract declares what a call may refuse. A refusal that is not declared there fails the test.
      if (kind !== null && !refusalsOf(endpoint).includes(kind))
        throw new Error(`${endpoint.name} refused with ${kind}, which its contract does not declare`);
      return {
        status: response.status,
        value: null,
        refusal: kind,
        data: envelope.data,
        headers: response.headers,
      };
    }
    const parsed = parse(endpoint.answer, envelope.data);
    if (parsed.kind === 'malformed')
      throw new Error(`${endpoint.name} answered something malformed at ${parsed.where}`);
    return { status: response.status, value: parsed.value, refusal: null, headers: response.headers };
  };
  return {
    call,
    cookie: () => cookie,
    text: async (path, method) => (await fetch(`${apiUrl}${path}`, { method, headers: { cookie } })).text(),
    async send(path, body) {
      const response = await fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': randomUUID(), cookie },
        body: JSON.stringify(body),
      });
      const result = resultOf(v.parse(envelopeSchema, await response.json()));
      return { status: response.status, refusal: result === 0 ? null : refusalOfResult(result) };
    },
    async buy(scenario, options = {}) {
      const { repeatOf = ANY_REPEAT } = options;
      return call(
        createCoinPay,
        {
          rechargeId: (options.rechargeId ?? 'gems-1060') as RechargeId,
          recipientId: accountId(options.recipientId ?? 1001),
          payType: CHECKOUT_COM_CARD,
          card: {
            token: options.token ?? (await token(scenario)),
            ...(options.hasConsentQuestion === false ? {} : { keep: 'ask' }),
          },
          ...(repeatOf === null ? {} : { repeatOf }),
        },
        { 'x-request-id': options.requestId ?? randomUUID(), ...options.headers },
      );
    },
  };
}
