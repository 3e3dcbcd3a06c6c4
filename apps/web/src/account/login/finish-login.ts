import { logOut, type SignedIn } from '@jawhara/contract';
import { callAs } from '../../api/call.ts';
import { goToPage } from '../../browser/page-address.ts';
import { confirmRecipient, rememberRecipient } from '../../browser/storage/recipients.ts';
import { forgetStored, forgetTheirs } from '../../browser/storage/forget-login.ts';
import { storedLogin, storedSeenCards } from '../../browser/storage/login.ts';
import type { PageScope } from '../../page-scope.ts';
import { fetchAccountParts } from '../account-chip.tsx';
import { leaveWelcome, routeAfterLogin } from './return-address.ts';

/**
 * Stores the new login, chooses its account as recipient, and loads the page anew, because every answer of the server so far was
 * for another visitor. The login it replaces is ended, here and at the server.
 */
export async function finishLogin(
  { sessionKey, account }: SignedIn,
  goOn: () => void,
  nowMs = Date.now(),
): Promise<void> {
  const before = storedLogin.read();
  storedLogin.write({ sessionKey, account, storedAtMs: nowMs });
  // A visitor's card stays with this device when the visitor signs in. If another account was signed in, its data is
  // removed.
  if (before !== null && before.account.accountId !== account.accountId) forgetTheirs();
  else storedSeenCards.forget();
  forgetStored('packs');
  rememberRecipient(account);
  confirmRecipient(account.accountId);
  leaveWelcome(account.nickname);
  const isReplaced = before !== null && before.sessionKey !== sessionKey;
  await Promise.all([
    isReplaced && callAs(before.sessionKey)(logOut, {}, { timeoutMs: END_WAIT_MS }),
    shareRecipients(),
  ]);
  goOn();
}

const END_WAIT_MS = 3_000;

/** Shares the recipients of device and account. Its code is loaded after a login, which succeeds even if this fails. */
async function shareRecipients(): Promise<void> {
  try {
    const { fetchRecipients, uploadRecipients } = await fetchAccountParts();
    await uploadRecipients();
    await fetchRecipients();
  } catch {
    // The next page fetches the list, and the next payment uploads this device's recipients.
  }
}

/** Leaves the login screen for the page before; any other page is reloaded for the new account. */
export function goOn(page: PageScope): void {
  if (/^\/login\/?$/.test(location.pathname)) return goToPage(routeAfterLogin(), 'replace');
  const reload = (): void => location.reload();
  // Finishing the login has loaded this chunk already.
  void fetchAccountParts().then(({ leaveGuarded }) => leaveGuarded(page, reload), reload);
  return undefined;
}
