import type { ProviderNumber } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { healAlert, raiseAlert } from './alert.store.ts';

export interface ProviderAlertsDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** Told of every call, so it must cost nothing: the table is asked when something changes, and now and then. */
export interface ProviderAlerts {
  /** Our key, our signature, or the number of our calls is refused: `outcome` is the status or the provider's code for it. */
  refusing(provider: ProviderNumber, outcome: string): void;
  answering(provider: ProviderNumber): void;
  /** For tests and for stopping: what was begun is written. */
  settled(): Promise<void>;
}

/** Another instance may have raised or closed it meanwhile, and a write may have failed. */
export const REMEMBERED_MS = 60_000;
/** While some calls are refused and some answered, it is not well yet. */
export const WELL_AFTER_MS = 60_000;
const TRY_WRITING_AGAIN_MS = 5_000;

interface Seen {
  readonly state: 'refusing' | 'answering';
  /** Until then nobody writes the same again. */
  readonly until: number;
  readonly lastRefusedAt: number;
}

export function providerAlerts(deps: ProviderAlertsDeps): ProviderAlerts {
  const { now, logger } = deps;
  const seen = new Map<ProviderNumber, Seen>();
  let writing: Promise<void> = Promise.resolve();

  const note = (provider: ProviderNumber, state: Seen['state'], write: () => Promise<void>): void => {
    const at = now().getTime();
    const before = seen.get(provider);
    const lastRefusedAt = state === 'refusing' ? at : (before?.lastRefusedAt ?? Number.NEGATIVE_INFINITY);
    const isWell = at - lastRefusedAt >= WELL_AFTER_MS;
    if (state === 'answering' && !isWell) return;
    if (before?.state === state && at < before.until) {
      seen.set(provider, { ...before, lastRefusedAt });
      return;
    }
    seen.set(provider, { state, until: at + REMEMBERED_MS, lastRefusedAt });
    writing = writing.then(write).catch((error: unknown) => {
      seen.set(provider, { state, until: now().getTime() + TRY_WRITING_AGAIN_MS, lastRefusedAt });
      logger.warn({ provider, err: (error as Error).message }, 'an alert about a provider was not written');
    });
  };

  return {
    refusing: (provider, outcome) => note(provider, 'refusing', () => raise(deps, provider, outcome)),
    answering: (provider) => note(provider, 'answering', () => heal(deps, provider)),
    settled: () => writing,
  };
}

async function raise(
  { db, now, newId, logger }: ProviderAlertsDeps,
  provider: ProviderNumber,
  outcome: string,
): Promise<void> {
  const isNew = await inTransaction(db, (tx) =>
    raiseAlert(tx, {
      id: newId(),
      kind: 'provider-refuses-us',
      subject: `provider:${provider}`,
      orderId: null,
      recipientId: null,
      providerPaymentId: null,
      detail: { provider, outcome },
      at: now(),
    }),
  );
  if (isNew)
    logger.error({ alert: 'provider-refuses-us', provider, outcome }, 'a provider refuses our calls');
}

async function heal({ db, now, logger }: ProviderAlertsDeps, provider: ProviderNumber): Promise<void> {
  const kind = 'provider-refuses-us';
  const isHealed = await inTransaction(db, (tx) =>
    healAlert(tx, {
      kind,
      about: { subject: `provider:${provider}` },
      why: 'the provider answers again',
      at: now(),
    }),
  );
  if (isHealed) logger.info({ alert: kind, provider }, 'a provider answers again');
}
