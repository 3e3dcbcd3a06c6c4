import * as v from 'valibot';
import type { PaymentRequest, WalletSession } from './provider.ts';

/** The sheet waits fifteen seconds for its session (WAL-02). This limit leaves time to report a failure. */
export const WALLET_SESSION_WITHIN_MS = 10_000;

const SESSION_CHARACTERS_MAX = 32_000;

const sessionSchema = v.pipe(
  v.looseObject({ merchantSessionIdentifier: v.pipe(v.string(), v.minLength(1)) }),
  v.transform((session) => JSON.stringify(session)),
  v.maxLength(SESSION_CHARACTERS_MAX),
);

/** Opaque, but it must be a session: anything else would break the sheet. */
export function sessionIn(answer: unknown): WalletSession {
  const reading = v.safeParse(sessionSchema, answer);
  return reading.success
    ? { kind: 'opened', sessionJson: reading.output }
    : { kind: 'unknown', why: 'unreadable session' };
}

/** Data of a wallet's sheet: encrypted except for its own id. */
export type WalletData = {
  /** The unchanged JSON text: its decryption needs these exact characters. */
  readonly text: string;
  readonly json: object;
  readonly transactionId: string | null;
};

const dataSchema = v.looseObject({
  version: v.string(),
  data: v.string(),
  header: v.nullish(v.looseObject({ transactionId: v.nullish(v.string()) })),
});

/** Null for data that no wallet made: browsers can send anything. */
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

/** The code of a payment that was never sent, because the browser sent no wallet token. */
export const NO_WALLET_TOKEN = 'no-wallet-token';
