import * as v from 'valibot';
import type { PaymentRequest, WalletSession } from './provider.ts';

/** The sheet waits fifteen seconds for its session (WAL-02). Asked for no longer than that, one try leaves time to say so. */
export const WALLET_SESSION_WITHIN_MS = 10_000;

const SESSION_CHARACTERS_MAX = 32_000;

const sessionSchema = v.pipe(
  v.looseObject({ merchantSessionIdentifier: v.pipe(v.string(), v.minLength(1)) }),
  v.transform((session) => JSON.stringify(session)),
  v.maxLength(SESSION_CHARACTERS_MAX),
);

/** Opaque, but a session: whatever else came would only break the sheet. */
export function sessionIn(answer: unknown): WalletSession {
  const reading = v.safeParse(sessionSchema, answer);
  return reading.success
    ? { kind: 'opened', sessionJson: reading.output }
    : { kind: 'unknown', why: 'unreadable session' };
}

/** Data of a wallet's sheet: encrypted, but for its own number. */
export type WalletData = {
  /** The JSON as it came: whoever opens it wants these very characters. */
  readonly text: string;
  readonly json: object;
  readonly transactionId: string | null;
};

const dataSchema = v.looseObject({
  version: v.string(),
  data: v.string(),
  header: v.nullish(v.looseObject({ transactionId: v.nullish(v.string()) })),
});

/** Null for what is no wallet's: it was sent by a browser, and anybody can send anything. */
export function walletDataIn(request: PaymentRequest): WalletData | null {
  if (!('walletToken' in request)) return null;
  const text = Buffer.from(request.walletToken, 'base64').toString('utf8');
  try {
    const reading = v.safeParse(dataSchema, JSON.parse(text));
    if (!reading.success) return null;
    return { text, json: reading.output, transactionId: reading.output.header?.transactionId ?? null };
  } catch {
    return null;
  }
}

/** The code of a payment that was never sent: what came was no wallet's token. */
export const NO_WALLET_TOKEN = 'no-wallet-token';
