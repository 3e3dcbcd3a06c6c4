import { describeProvider } from '../provider-suite.ts';
import { answerInFrame, CHECKOUT_COM_KEYS, expectationsWith, startStage } from '../../test/provider-stage.ts';
import type { ProviderWorld } from '../provider-world.ts';
import { checkoutComProvider } from './checkout-com.provider.ts';

async function start(): Promise<ProviderWorld> {
  const stage = await startStage(13, '', (webhookUrl) => ({ webhookUrl }));
  return {
    ...stage,
    provider: checkoutComProvider({
      baseUrl: stage.url,
      processingChannelId: 'pc_test',
      ...CHECKOUT_COM_KEYS,
    }),
    oneTime: { card: true, cvv: true },
    signs: 'every-byte',
    async cardFor(scenario) {
      const { token } = await stage.control<{ token: string }>('tokens', { scenario });
      return { token };
    },
    async cvvToken() {
      const answer = await fetch(`${stage.url}/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: CHECKOUT_COM_KEYS.publicKey },
        body: JSON.stringify({ type: 'cvv', token_data: { cvv: '123' } }),
      });
      return ((await answer.json()) as { token: string }).token;
    },
    answerBank: answerInFrame,
  };
}

const EXPECTATIONS = expectationsWith({
  balance: '20051',
  expire: '20054',
  other: '20005',
  'high-risk': '20059',
  verify: '20151',
  wrongCvv: { outcome: 'other', code: '200N7' },
});

describeProvider('provider 13, Checkout.com', start, EXPECTATIONS);
