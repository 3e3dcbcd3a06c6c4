import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../browser-script.ts';
import { isScenarioKey, SCENARIO_KEYS } from '../scenarios.ts';
import { recordIn, textIn } from '../world/reading.ts';
import type { GoogleTokens } from './google-tokens.ts';

/** The path of Google's script for local sites, and of the call that returns what Google's payment sheet would return. */
export const GOOGLE_PAY_PATH = '/google-pay/';

const SCRIPT = new URL('./browser/pay.ts', import.meta.url);

export function googlePayRoutes(app: FastifyInstance, tokens: GoogleTokens): void {
  app.get(`${GOOGLE_PAY_PATH}pay.js`, async (_request, reply) =>
    reply
      .headers({ ...SCRIPT_HEADERS, 'cross-origin-resource-policy': 'cross-origin' })
      .send(browserScript(SCRIPT)),
  );

  app.post(`${GOOGLE_PAY_PATH}token`, async (request, reply) => {
    const body = recordIn(request.body);
    const { scenario } = body;
    const [gateway, gatewayMerchantId] = [textIn(body, 'gateway'), textIn(body, 'gatewayMerchantId')];
    if (!isScenarioKey(scenario) || gateway === null || gatewayMerchantId === null)
      return reply
        .code(400)
        .send({ wrong: ['scenario', 'gateway', 'gatewayMerchantId'], scenarios: SCENARIO_KEYS });
    return reply
      .header('cache-control', 'no-store')
      .send(tokens.make(scenario, { gateway, gatewayMerchantId }));
  });
}
