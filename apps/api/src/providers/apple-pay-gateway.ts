import { request } from 'node:https';
import { silenceOf, type ObserveCall } from './send-once.ts';
import type { WalletSession, WalletSessionRequest } from './provider.ts';
import { sessionIn, WALLET_SESSION_WITHIN_MS } from './wallet-sheet.ts';

/** The fields of a session request that Apple needs. */
type SheetRequest = Pick<WalletSessionRequest, 'domain' | 'displayName'>;

/** Our own merchant identity at Apple, from settings, for providers that do not share theirs. */
export interface ApplePaySettings {
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

/** Null where none is set; an incomplete one stops the start. */
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
