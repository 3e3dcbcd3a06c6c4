import { forgetPayCards } from './forget-pay-cards.ts';
import { forgetStored } from './forget-stored.ts';
import { storedLogin } from './stored-login.ts';
import { storedPaidRecipients } from './stored-paid-recipients.ts';
import { storedRecipientHistory } from './stored-recipients.ts';

/** Whom the account has paid for on other devices is its own affair; whom this device has paid for stays. */
function forgetTheirRecipients(): void {
  const paid = storedPaidRecipients.read() ?? [];
  const theirs = paid.filter(({ orderId }) => orderId === null);
  if (theirs.length === 0) return;
  storedPaidRecipients.write(paid.filter((one) => !theirs.includes(one)));
  storedRecipientHistory.write(
    (storedRecipientHistory.read() ?? []).filter(
      (face) => !theirs.some(({ accountId }) => accountId === face.accountId),
    ),
  );
}

/** Nobody is signed in here any more: what only they were shown goes with them. */
export function forgetLogin(): void {
  storedLogin.forget();
  forgetPayCards();
  forgetStored('packs');
  forgetTheirRecipients();
}
