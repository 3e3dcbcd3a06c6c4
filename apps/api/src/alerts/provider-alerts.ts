import {
  alertKey,
  type AlertFields,
  type AlertKind,
  type PayType,
  type ProviderNumber,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { healAlert, raiseAlert, type Alert } from './alert.store.ts';

export interface ProviderAlertsDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
}

/**
 * Alerts about a wallet whose provider fails, so that new payers are served by another provider. Called whenever one is
 * chosen.
 */
export interface WalletAlerts {
  left(wallet: PayType, servedBy: PayType): void;
  serving(wallet: PayType): void;
  settled(): Promise<void>;
}

/**
 * Called for every call to a provider, so it must be cheap: it uses the database only when the provider's state
 * changes, and from time to time.
 */
export interface ProviderAlerts {
  /** The provider refuses our key, our signature, or the number of our calls: `outcome` is the status or the provider's code. */
  refusing(provider: ProviderNumber, outcome: string): void;
  answering(provider: ProviderNumber): void;
  /** For tests and shutdown: resolves when all pending writes have ended. */
  settled(): Promise<void>;
}

/**
 * The state is written again after this time: another process may have raised or closed the alert, or a write may have
 * failed.
 */
export const REMEMBERED_MS = 60_000;
/** The alert closes after so long without trouble, so that good and bad answers in turn do not open and close it all the time. */
export const WELL_AFTER_MS = 60_000;
const TRY_WRITING_AGAIN_MS = 5_000;

interface ProviderCondition {
  readonly state: 'trouble' | 'well';
  /** Until this time the same state is not written again. */
  readonly until: number;
  readonly lastTroubleAt: number;
}

/** A kind of alert that is open while its subject (a provider or a wallet) is in trouble; one alert for each subject. */
interface StandingAlert<Kind extends AlertKind, Name extends number> {
  readonly kind: Kind;
  readonly fieldsOf: (name: Name) => Alert<Kind>['detail'] & AlertFields<Kind>;
  readonly says: { readonly raised: string; readonly healed: string };
}

interface StandingAlerts<Name extends number> {
  trouble(name: Name, detail: Readonly<Record<string, string | number>>): void;
  well(name: Name): void;
  settled(): Promise<void>;
}

function standingAlerts<Kind extends AlertKind, Name extends number>(
  deps: ProviderAlertsDeps,
  alert: StandingAlert<Kind, Name>,
): StandingAlerts<Name> {
  const { now, logger } = deps;
  const seen = new Map<Name, ProviderCondition>();
  let writing: Promise<void> = Promise.resolve();

  const note = (name: Name, state: ProviderCondition['state'], write: () => Promise<void>): void => {
    const at = now().getTime();
    const before = seen.get(name);
    const lastTroubleAt = state === 'trouble' ? at : (before?.lastTroubleAt ?? Number.NEGATIVE_INFINITY);
    const isWell = at - lastTroubleAt >= WELL_AFTER_MS;
    if (state === 'well' && !isWell) return;
    if (before?.state === state && at < before.until) {
      seen.set(name, { ...before, lastTroubleAt });
      return;
    }
    seen.set(name, { state, until: at + REMEMBERED_MS, lastTroubleAt });
    writing = writing.then(write).catch((error: unknown) => {
      seen.set(name, { state, until: now().getTime() + TRY_WRITING_AGAIN_MS, lastTroubleAt });
      const { subject } = alertKey(alert.kind, alert.fieldsOf(name));
      logger.warn({ subject, err: (error as Error).message }, 'a standing alert was not written');
    });
  };

  return {
    trouble: (name, detail) => note(name, 'trouble', () => raise(deps, alert, name, detail)),
    well: (name) => note(name, 'well', () => heal(deps, alert, name)),
    settled: () => writing,
  };
}

export function providerAlerts(deps: ProviderAlertsDeps): ProviderAlerts {
  const alerts = standingAlerts(deps, {
    kind: 'provider-refuses-us',
    fieldsOf: (provider: ProviderNumber) => ({ provider }),
    says: { raised: 'a provider refuses our calls', healed: 'the provider answers again' },
  });
  return {
    refusing: (provider, outcome) => alerts.trouble(provider, { outcome }),
    answering: alerts.well,
    settled: alerts.settled,
  };
}

export function walletAlerts(deps: ProviderAlertsDeps): WalletAlerts {
  const alerts = standingAlerts(deps, {
    kind: 'wallet-channel-left',
    fieldsOf: (wallet: PayType) => ({ wallet }),
    says: { raised: 'a wallet channel is left', healed: 'the wallet channel serves again' },
  });
  return {
    left: (wallet, servedBy) => alerts.trouble(wallet, { servedBy }),
    serving: alerts.well,
    settled: alerts.settled,
  };
}

async function raise<Kind extends AlertKind, Name extends number>(
  { db, now, newId, logger }: ProviderAlertsDeps,
  { kind, fieldsOf, says }: StandingAlert<Kind, Name>,
  name: Name,
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  const isNew = await inTransaction(db, (tx) =>
    raiseAlert(tx, {
      id: newId(),
      kind,
      orderId: null as Alert<Kind>['orderId'],
      recipientId: null,
      detail: { ...fieldsOf(name), ...detail },
      at: now(),
    }),
  );
  if (isNew) logger.error({ alert: kind, detail: { ...fieldsOf(name), ...detail } }, says.raised);
}

async function heal<Kind extends AlertKind, Name extends number>(
  { db, now, logger }: ProviderAlertsDeps,
  { kind, fieldsOf, says }: StandingAlert<Kind, Name>,
  name: Name,
): Promise<void> {
  const { subject } = alertKey(kind, fieldsOf(name));
  const isHealed = await inTransaction(db, (tx) =>
    healAlert(tx, { kind, about: { subject }, why: says.healed, at: now() }),
  );
  if (isHealed) logger.info({ alert: kind, subject }, says.healed);
}
