import {
  readDisplayId,
  SIGN_IN_FAILURES_PER_TRUSTED_DEVICE_MAX,
  UNGUESSABLE_FAILURES_FACTOR,
} from '@jawhara/domain';
import type { FailedTries } from '../guards/failed-tries.ts';
import { sharesOf, type Share } from '../guards/networks.ts';
import type { Db } from '../platform/postgres.ts';
import { hasSignedInOn } from './account.store.ts';
import type { Login, LoginRefusal } from './log-in.ts';

export interface TryingDevice {
  readonly address: string;
  readonly device: string;
  /** True if the device's cookie came with the request. */
  readonly isKnownDevice: boolean;
}

/** The result of a try, or the seconds until the next one is allowed. */
export type TryResult<Value> = Value | { readonly kind: 'too-many-tries'; readonly retryAfterS: number };

/** Limits the tries to sign in. Only failed tries count, separately for each kind of proof. */
export interface SignInTries {
  withPassword(typedId: string, device: TryingDevice, judge: () => Promise<Login>): Promise<TryResult<Login>>;
  withTicket(device: TryingDevice, judge: () => Promise<Login>): Promise<TryResult<Login>>;
  withToken(device: TryingDevice, judge: () => Promise<Login>): Promise<TryResult<Login>>;
  /** Reads a ticket without using it: null if it is not valid. */
  lookAtTicket<Value extends object>(
    device: TryingDevice,
    look: () => Promise<Value | null>,
  ): Promise<TryResult<{ readonly kind: 'looked'; readonly found: Value | null }>>;
}

export interface SignInTriesDeps {
  readonly db: Db;
  readonly passwords: FailedTries;
  readonly tickets: FailedTries;
  readonly tokens: FailedTries;
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Whether a refusal counts as a failed try. A form with empty fields does not. */
const SPENDS_TRY = {
  'login-id-missing': false,
  'login-password-missing': false,
  'login-wrong': true,
  'login-refused': true,
  'login-provider-away': true,
  'login-unknown-person': true,
  'login-ticket-void': true,
  'login-closed': true,
} as const satisfies Record<LoginRefusal, boolean>;

const hasFailed = (login: Login): boolean => login.kind === 'refused' && SPENDS_TRY[login.refusal];

/**
 * A try is counted before the proof is checked, so that many tries at once stay within the limit. The count is taken
 * back if the try succeeds or the server fails.
 */
async function counted<Value>(
  tries: FailedTries,
  shares: readonly Share[],
  judge: () => Promise<Value>,
  isFailure: (value: Value) => boolean,
): Promise<TryResult<Value>> {
  const reservation = await tries.reserve(shares);
  if (reservation.kind === 'refused') return { kind: 'too-many-tries', retryAfterS: reservation.retryAfterS };
  let isSpent = false;
  try {
    const value = await judge();
    isSpent = isFailure(value);
    return value;
  } finally {
    if (!isSpent) await reservation.release();
  }
}

/**
 * The limits towards which a password try counts. A device that signed in to the account before and sends its cookie
 * has a limit of its own, so that strangers' guesses cannot lock the owner out. Tries of all other devices count
 * towards the limits of the account and of their address. Ids are normalised, so other digits or spaces give no further
 * tries.
 */
async function passwordShares(
  { db, perAccount, perAddress }: SignInTriesDeps,
  typedId: string,
  { address, device, isKnownDevice }: TryingDevice,
): Promise<readonly Share[]> {
  const reading = readDisplayId(typedId);
  const account = reading.kind === 'read' ? reading.displayId : reading.kind;
  const isTrusted =
    isKnownDevice && reading.kind === 'read' && (await hasSignedInOn(db, reading.displayId, device));
  if (isTrusted)
    return [{ who: `device:${device}:${account}`, most: SIGN_IN_FAILURES_PER_TRUSTED_DEVICE_MAX }];
  return [{ who: `account:${account}`, most: perAccount }, ...sharesOf(address, perAddress)];
}

export function signInTries(deps: SignInTriesDeps): SignInTries {
  const { passwords, tickets, tokens } = deps;
  const unguessableShares = ({ address }: TryingDevice) =>
    sharesOf(address, deps.perAddress * UNGUESSABLE_FAILURES_FACTOR);
  return {
    withPassword: async (typedId, device, judge) =>
      counted(passwords, await passwordShares(deps, typedId, device), judge, hasFailed),
    withTicket: (device, judge) => counted(tickets, unguessableShares(device), judge, hasFailed),
    withToken: (device, judge) => counted(tokens, unguessableShares(device), judge, hasFailed),
    lookAtTicket: (device, look) =>
      counted(
        tickets,
        unguessableShares(device),
        async () => ({ kind: 'looked' as const, found: await look() }),
        ({ found }) => found === null,
      ),
  };
}
