import { maySignIn, type Account, type DeviceName, type LoginKind, type SessionKey } from '@jawhara/domain';
import type { Tx } from '../platform/postgres.ts';
import { rememberDevice } from './account-device.store.ts';
import { addSession, SIGN_IN_SOURCE, type SessionDeps } from './session-key.ts';
import { deleteSessionsOf } from './session.store.ts';

/** Why a login did not happen. Every one is a row of the error catalogue. */
export type LoginRefusal =
  | 'login-id-missing'
  | 'login-password-missing'
  | 'login-wrong'
  | 'login-refused'
  | 'login-provider-away'
  | 'login-unknown-person'
  | 'login-ticket-void'
  | 'login-closed';

export type Login =
  | { readonly kind: 'signed-in'; readonly sessionKey: SessionKey; readonly account: Account }
  | { readonly kind: 'refused'; readonly refusal: LoginRefusal };

export function loginRefused(refusal: LoginRefusal): Login {
  return { kind: 'refused', refusal };
}

/** Dependencies of a login, and the device it happens on. */
export interface LoginDeps extends SessionDeps {
  readonly device: string;
  readonly deviceName: DeviceName;
}

/** The proof was good. The device is remembered with the account. An account that is closed here loses whatever sessions it still has. */
export async function signIn(
  tx: Tx,
  deps: LoginDeps,
  account: Account,
  loginKind: LoginKind,
): Promise<Login> {
  if (!maySignIn(account, SIGN_IN_SOURCE)) {
    await deleteSessionsOf(tx, account.id);
    return loginRefused('login-closed');
  }
  await rememberDevice(tx, { accountId: account.id, device: deps.device }, deps.now());
  const sessionKey = await addSession(tx, deps, { accountId: account.id, loginKind }, deps.deviceName);
  return { kind: 'signed-in', sessionKey, account };
}
