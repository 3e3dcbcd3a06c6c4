import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCENARIOS } from '../scenarios.ts';
import type { Outage } from '../world/api-outage.ts';
import { loseAnswer } from '../world/lose-answer.ts';
import { recordIn, type Json } from '../world/reading.ts';
import type { Timers } from '../world/timers.ts';
import { CALLS, type CallDeps } from './gateway-calls.ts';
import { paramsInvalid, type Reply } from './reply.ts';
import type { Signature } from './signature.ts';

export interface GatewayDeps extends CallDeps {
  readonly appId: string;
  readonly merchantNo: string;
  readonly signature: Signature;
  readonly outage: Outage;
  readonly timers: Timers;
}

const PATH = '/payermax/aggregate-pay/api/gateway';
const CLOCKS_DIFFER_MAX_MS = 2 * 60_000;
const RFC_3339_WITH_MS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(Z|[+-]\d{2}:\d{2})$/;

function jsonIn(bytes: Buffer): Json {
  try {
    return recordIn(JSON.parse(bytes.toString('utf8')) as unknown);
  } catch {
    return {};
  }
}

function isOnTime(requestTime: unknown, now: number): boolean {
  if (typeof requestTime !== 'string' || !RFC_3339_WITH_MS.test(requestTime)) return false;
  return Math.abs(Date.parse(requestTime) - now) <= CLOCKS_DIFFER_MAX_MS;
}

/** Checks the signature, and only then what the body says. Null: the request is valid. */
function envelopeFault(deps: GatewayDeps, bytes: Buffer, sign: unknown, envelope: Json): Reply | null {
  if (typeof sign !== 'string' || !deps.signature.isOfMerchant(bytes, sign)) return SIGN_VERIFY_FAILED;
  if (envelope['merchantNo'] !== deps.merchantNo)
    return { code: 'MERCHANT_INVALID', msg: 'The merchant has been offline.' };
  if (envelope['appId'] !== deps.appId)
    return { code: 'MERCHANT_APP_INVALID', msg: 'Signature key is not configured.' };
  if (envelope['keyVersion'] !== '1') return paramsInvalid('keyVersion');
  if (typeof envelope['version'] !== 'string') return paramsInvalid('version');
  if (!isOnTime(envelope['requestTime'], deps.now()))
    return { code: 'REQ_TIME_OVER_TIME', msg: 'The request time is too far from ours.' };
  return null;
}

function send(deps: GatewayDeps, reply: FastifyReply, { code, msg, data }: Reply): FastifyReply {
  const body = JSON.stringify({ msg, code, ...(data ? { data } : {}) });
  return reply
    .headers({ sign: deps.signature.ofUs(body), 'content-type': 'application/json; charset=utf-8' })
    .send(body);
}

function isLost({ outage }: GatewayDeps, { made }: Reply): boolean {
  if (!made) return false;
  const { scenario } = made;
  return (scenario !== null && SCENARIOS[scenario].delivery === 'lost') || outage.losesAnswerNow();
}

const SIGN_VERIFY_FAILED: Reply = { code: 'SIGN_VERIFY_FAILED', msg: 'The signature verify failed.' };

const TURNED_AWAY = {
  'revoked-key': SIGN_VERIFY_FAILED,
  'too-many': { code: 'TOO_MANY_REQUEST', msg: 'Too many requests, please try again later.' },
} as const satisfies Record<string, Reply>;

async function answer(
  deps: GatewayDeps,
  call: keyof typeof CALLS,
  request: FastifyRequest<{ Body: Buffer }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const turned = deps.outage.turnsAwayNow();
  await deps.timers.wait(deps.outage.now().latencyMs);
  if (turned !== null) return send(deps, reply, TURNED_AWAY[turned]);
  if (deps.outage.failsNow()) return reply.code(503).send('');
  const envelope = jsonIn(request.body);
  const fault = envelopeFault(deps, request.body, request.headers['sign'], envelope);
  if (fault !== null) return send(deps, reply, fault);
  const result = CALLS[call](deps, recordIn(envelope['data']));
  return isLost(deps, result) ? loseAnswer(request, reply, deps) : send(deps, reply, result);
}

/** Refusals come with status 200 and a code, as the provider's do. */
export function gatewayRoutes(app: FastifyInstance, deps: GatewayDeps): void {
  void app.register(async (scope) => {
    // The signature covers the exact bytes, so the body is passed on unparsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const name of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
      scope.post<{ Body: Buffer }>(`${PATH}/${name}`, (request, reply) => answer(deps, name, request, reply));
    }
  });
}
