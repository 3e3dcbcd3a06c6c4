import { createHash, randomBytes } from 'node:crypto';

const SESSION_LIVES_MS = 5 * 60_000;

export interface SessionRequest {
  readonly merchantIdentifier: string;
  readonly displayName: string;
  readonly domainName: string;
}

/** A merchant session as Apple returns it, for one payment sheet within five minutes. Only the sheet reads its content. */
function merchantSession({ merchantIdentifier, displayName, domainName }: SessionRequest, now: number) {
  const nonce = randomBytes(4).toString('hex');
  return {
    epochTimestamp: now,
    expiresAt: now + SESSION_LIVES_MS,
    merchantSessionIdentifier: `SSH${randomBytes(32).toString('hex').toUpperCase()}`,
    nonce,
    merchantIdentifier: createHash('sha256').update(merchantIdentifier).digest('hex').toUpperCase(),
    domainName,
    displayName,
    signature: randomBytes(64).toString('hex'),
    operationalAnalyticsIdentifier: `${displayName}:${nonce}`,
    retries: 0,
    pspId: randomBytes(16).toString('hex').toUpperCase(),
  };
}

export interface MerchantSessions {
  /** Null: `failNext` makes this one fail. */
  open(sessionRequest: SessionRequest): object | null;
  /** The next `count` sessions fail, for a shop and for a provider alike. */
  failNext(count: number): void;
  clear(): void;
}

/** Apple's side of merchant validation, for a shop with a certificate and for a provider that uses its own. */
export function createMerchantSessions(now: () => number): MerchantSessions {
  let failing = 0;
  return {
    open(sessionRequest) {
      if (failing === 0) return merchantSession(sessionRequest, now());
      failing -= 1;
      return null;
    },
    failNext(count) {
      failing = count;
    },
    clear() {
      failing = 0;
    },
  };
}
