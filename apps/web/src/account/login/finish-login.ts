import { logOut, type SignedIn } from '@jawhara/contract';
import { callAs } from '../../api/call.ts';
import { confirmRecipient, rememberRecipient } from '../../browser/storage/recipients.ts';
import { forgetPayCards, forgetStored, storedLogin, storedSeenCards } from '../../browser/storage/login.ts';
import { leaveWelcome } from './return-address.ts';

/**
 * Somebody is signed in: their own account is chosen, and the page begins anew, because everything the server said until
 * now it said to somebody else. Whoever was signed in before is not any more, here and at the server.
 */
export async function finishLogin(
  { sessionKey, account }: SignedIn,
  goOn: () => void,
  nowMs = Date.now(),
): Promise<void> {
  const before = storedLogin.read();
  storedLogin.write({ sessionKey, account, storedAtMs: nowMs });
  // A card of this device stays its card for the account that signs in; a card of another account does not.
  if (before !== null && before.account.accountId !== account.accountId) forgetPayCards();
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

/** Fetched when somebody has logged in: no first load carries it, and a login does not fail without it. */
async function shareRecipients(): Promise<void> {
  try {
    const { fetchRecipients, uploadRecipients } = await import('../../api/share-recipients.ts');
    await uploadRecipients();
    await fetchRecipients();
  } catch {
    // The next page reads the list, and the next payment tells of this device's.
  }
}
