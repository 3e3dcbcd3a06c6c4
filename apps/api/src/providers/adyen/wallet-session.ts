import type { ApplePaySessionRequest } from '@adyen/api-library/lib/src/typings/checkout/applePaySessionRequest.js';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { WalletSession, WalletSessionRequest } from '../provider.ts';
import { sessionIn } from '../wallet-session.ts';
import { errorCode, type AdyenClient } from './client.ts';

const answerSchema = v.object({
  data: v.pipe(
    v.string(),
    v.base64(),
    v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
    v.parseJson(),
  ),
});

/** With the provider's own certificate. Every sheet has a session of its own, so no two calls are the same one. */
export async function openWalletSession(
  client: AdyenClient,
  merchantIdentifier: string,
  { domain, displayName }: WalletSessionRequest,
): Promise<WalletSession> {
  const body: ApplePaySessionRequest = { displayName, domainName: domain, merchantIdentifier };
  const target = { name: 'applePay sessions', path: '/applePay/sessions' };
  const answer = await client.post(target, body, randomUUID());
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', why: errorCode(answer) };
  const reading = v.safeParse(answerSchema, answer.body);
  return reading.success ? sessionIn(reading.output.data) : { kind: 'unknown', why: 'unreadable answer' };
}
