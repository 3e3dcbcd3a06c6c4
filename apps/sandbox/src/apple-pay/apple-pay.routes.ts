import type { FastifyInstance } from 'fastify';
import { isScenarioKey, SCENARIO_KEYS } from '../scenarios.ts';
import { integerIn, recordIn } from '../world/reading.ts';
import type { MerchantSessions } from './merchant-session.ts';
import type { WalletTokens } from './wallet-tokens.ts';

/** The path at which pages of local sites get the token that Apple's payment sheet would return. */
export const APPLE_PAY_PATH = '/apple-pay/';

export interface ApplePayDeps {
  readonly walletTokens: WalletTokens;
  readonly merchantSessions: MerchantSessions;
}

/** Replaces the payment sheet: a call authorises the payment with the test card that it names. */
export function applePayRoutes(
  app: FastifyInstance,
  { walletTokens: tokens, merchantSessions }: ApplePayDeps,
): void {
  app.post('/_control/apple-pay/sessions', async (request, reply) => {
    const count = integerIn(recordIn(request.body), 'failNext');
    if (count === null || count < 0) return reply.code(400).send({ wrong: ['failNext'] });
    merchantSessions.failNext(count);
    return { failNext: count };
  });

  app.get(`${APPLE_PAY_PATH}token`, async (request, reply) => {
    const { scenario = 'approve' } = recordIn(request.query);
    if (!isScenarioKey(scenario))
      return reply.code(400).send({ wrong: ['scenario'], scenarios: SCENARIO_KEYS });
    return reply.header('cache-control', 'no-store').send(tokens.make(scenario));
  });
}
