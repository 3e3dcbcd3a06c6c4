import { request } from 'node:https';
import * as v from 'valibot';
import type { PaymentRequest, WalletSession, WalletSessionRequest } from './provider.ts';
import { silenceOf, type ObserveCall } from './send-once.ts';

/** The sheet waits fifteen seconds for its session (WAL-02). This limit leaves time to report a failure. */
export const WALLET_SESSION_WITHIN_MS = 10_000;

const SESSION_CHARACTERS_MAX = 32_000;

const sessionSchema = v.pipe(
  v.looseObject({ merchantSessionIdentifier: v.pipe(v.string(), v.minLength(1)) }),
  v.transform((session) => JSON.stringify(session)),
  v.maxLength(SESSION_CHARACTERS_MAX),
);

/** Checks that the answer is a session, because anything else would break the sheet. Its content is passed on unread. */
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

/** The data of a wallet's sheet. Null if no wallet made it: browsers can send anything. */
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

/** The fields of a session request that Apple needs. */
type SheetRequest = Pick<WalletSessionRequest, 'domain' | 'displayName'>;

/** Our own merchant identity at Apple, from settings, for providers that do not share theirs. */
interface ApplePaySettings {
  readonly APPLE_PAY_MERCHANT_ID?: string | undefined;
  readonly APPLE_PAY_CERTIFICATE?: string | undefined;
  readonly APPLE_PAY_KEY?: string | undefined;
  readonly APPLE_PAY_GATEWAY_URL: string;
  readonly APPLE_PAY_GATEWAY_AUTHORITY?: string | undefined;
}

export interface MerchantIdentity {
  readonly merchantId: string;
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly gatewayUrl: string;
  /** The authority that signed the gateway's certificate; null for a public one. */
  readonly authorityPem: string | null;
}

/** Our merchant identity; null where none is set. An incomplete one stops the start of the program. */
export function merchantIdentityIn(env: ApplePaySettings): MerchantIdentity | null {
  const {
    APPLE_PAY_MERCHANT_ID: merchantId,
    APPLE_PAY_CERTIFICATE: certificatePem,
    APPLE_PAY_KEY: keyPem,
  } = env;
  if (merchantId === undefined && certificatePem === undefined && keyPem === undefined) return null;
  if (merchantId === undefined || certificatePem === undefined || keyPem === undefined)
    throw new Error(
      'missing in the environment: APPLE_PAY_MERCHANT_ID, APPLE_PAY_CERTIFICATE and APPLE_PAY_KEY belong together',
    );
  const authorityPem = env.APPLE_PAY_GATEWAY_AUTHORITY ?? null;
  return { merchantId, certificatePem, keyPem, gatewayUrl: env.APPLE_PAY_GATEWAY_URL, authorityPem };
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

const ANSWER_CHARACTERS_MAX = 64_000;

/** Mutual TLS, which `fetch` cannot do. The address comes from settings only: one sent by a browser could lead anywhere. */
function post(identity: MerchantIdentity, body: string, timeoutMs: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request(
      identity.gatewayUrl,
      {
        method: 'POST',
        cert: identity.certificatePem,
        key: identity.keyPem,
        ...(identity.authorityPem === null ? {} : { ca: identity.authorityPem }),
        // A new connection for each session, because the certificate may be replaced.
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
          if (text.length > ANSWER_CHARACTERS_MAX) call.destroy(new Error('too long an answer'));
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(
  identity: MerchantIdentity,
  { domain, displayName }: SheetRequest,
  timeoutMs: number,
): Promise<{ readonly outcome: string; readonly session: WalletSession }> {
  const body = {
    merchantIdentifier: identity.merchantId,
    displayName,
    initiative: 'web',
    initiativeContext: domain,
  };
  try {
    const { status, text } = await post(identity, JSON.stringify(body), timeoutMs);
    const outcome = `${status}`;
    const silence = silenceOf(status);
    if (silence !== null) return { outcome, session: silence };
    if (status !== 200) return { outcome, session: { kind: 'refused', why: `http ${status}` } };
    return { outcome, session: sessionIn(jsonIn(text)) };
  } catch (error) {
    const why = (error as Error).name === 'AbortError' ? 'time-out' : 'connection failed';
    return { outcome: why, session: { kind: 'unknown', why } };
  }
}

/** Requests a merchant session from Apple itself. */
export async function askGateway(
  identity: MerchantIdentity,
  sheetRequest: SheetRequest,
  {
    observe,
    timeoutMs = WALLET_SESSION_WITHIN_MS,
  }: { readonly observe?: ObserveCall; readonly timeoutMs?: number },
): Promise<WalletSession> {
  const startedAtMs = performance.now();
  const { outcome, session } = await ask(identity, sheetRequest, timeoutMs);
  const tookMs = performance.now() - startedAtMs;
  observe?.({ name: 'POST apple paymentSession', outcome, requestId: null, tookMs });
  return session;
}
