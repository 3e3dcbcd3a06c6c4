import { refreshSignedIn } from '../../api/refresh-signed-in.ts';
import { fetchRecipients } from '../../api/share-recipients.ts';
import { showToast } from '../../ui/toast.ts';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { takeWelcome } from './return-address.ts';

/** At the start of every page: validates the stored session, and tells the visitor if it was ended elsewhere. */
export async function restoreLogin(
  nowMs = Date.now(),
  ask?: Parameters<typeof refreshSignedIn>[1],
): Promise<void> {
  const nickname = takeWelcome();
  if (nickname !== null) showToast(word('login.success', { name: isolatedName(nickname) }));
  if ((await refreshSignedIn(nowMs, ask)) === 'ended') showToast(word('login.loggedOut'), 'info');
  await fetchRecipients();
}
