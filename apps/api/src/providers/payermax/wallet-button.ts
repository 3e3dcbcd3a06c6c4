import type { WalletToken } from '@jawhara/domain';
import * as v from 'valibot';
import type { WalletSession, WalletSessionRequest } from '../provider.ts';
import type { PayermaxClient } from './client.ts';
import { buttonSessionBody, type ButtonProof } from './order-body.ts';

const key = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

const proofSchema = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.parseJson(),
  v.object({ paymentToken: key, sessionKey: key }),
);

/** Null for what no button of this provider gave: a browser sent it, and anybody can send anything. */
export function buttonProofIn({ walletToken }: WalletToken): ButtonProof | null {
  const reading = v.safeParse(proofSchema, walletToken);
  return reading.success ? reading.output : null;
}

const sessionSchema = v.object({ clientKey: key, sessionKey: key });

/** A session for its button in our page: certificates and Apple's own session are the provider's affair. */
export async function openButtonSession(
  client: PayermaxClient,
  country: string,
  asked: WalletSessionRequest,
): Promise<WalletSession> {
  const answer = await client.call('applyDropinSession', buttonSessionBody(country, asked));
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.code };
  const reading = v.safeParse(sessionSchema, answer.data);
  return reading.success
    ? { kind: 'opened', sessionJson: JSON.stringify(reading.output) }
    : { kind: 'unknown', why: 'unreadable session' };
}
