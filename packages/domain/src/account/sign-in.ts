import type { Account, AccountSource, AccountStatus } from './account.ts';

/** An account being cancelled may still sign in, because its owner may want to stop that. */
const MAY_SIGN_IN = {
  normal: true,
  deactivating: true,
  deactivated: false,
  banned: false,
  'not-existing': false,
  'source-mismatch': false,
} as const satisfies Record<AccountStatus, boolean>;

export const STATUSES_THAT_SIGN_IN = (Object.keys(MAY_SIGN_IN) as AccountStatus[]).filter(
  (status) => MAY_SIGN_IN[status],
);

export function maySignIn(account: Pick<Account, 'status' | 'source'>, siteSource: AccountSource): boolean {
  return MAY_SIGN_IN[account.status] && account.source === siteSource;
}

/** A field that a password login needs and that is empty. */
export type LoginGap = 'login-id-missing' | 'login-password-missing';

/** All empty fields, because a form shows them together. */
export function loginGaps(typedId: string, password: string): readonly LoginGap[] {
  return [
    ...(typedId.trim() === '' ? (['login-id-missing'] as const) : []),
    ...(password === '' ? (['login-password-missing'] as const) : []),
  ];
}

export function loginGap(typedId: string, password: string): LoginGap | null {
  return loginGaps(typedId, password)[0] ?? null;
}
