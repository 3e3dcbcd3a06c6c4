import { listRecipientHistory, uploadRecipientHistory, type KnownRecipient } from '@jawhara/contract';
import {
  mergeRecipientHistory,
  RECIPIENT_HISTORY_MAX,
  RECIPIENT_HISTORY_PAGE_MAX,
  type RecipientRecord,
} from '@jawhara/domain';
import { storedLogin } from '../browser/storage/login.ts';
import {
  storedPaidRecipients,
  type PaidRecipient,
  storedRecipientHistory,
} from '../browser/storage/recipients.ts';
import { call } from './call.ts';

const WAIT_MS = 3_000;

const recordOf = ({ accountId, times, firstMs, lastMs }: PaidRecipient): RecipientRecord => ({
  accountId,
  fillTimes: times,
  firstFillAt: new Date(firstMs),
  lastFillAt: new Date(lastMs),
});

/** Shares the recipients paid for on this device with the account's other devices. A repeated upload changes nothing. */
export async function uploadRecipients(): Promise<void> {
  const paid = storedPaidRecipients.read() ?? [];
  if (storedLogin.read() === null || paid.length === 0) return;
  await call(uploadRecipientHistory, paid.map(recordOf), { timeoutMs: WAIT_MS });
}

/** Reads page by page; null if a page cannot be read. */
async function askForAll(): Promise<KnownRecipient[] | null> {
  const limit = RECIPIENT_HISTORY_PAGE_MAX;
  const all: KnownRecipient[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await call(listRecipientHistory, { offset, limit }, { timeoutMs: WAIT_MS });
    if (page.kind !== 'ok') return null;
    all.push(...page.value);
    if (page.value.length < limit) return all;
  }
}

/** Merges the account's list with this device's: the account itself first, then newest first. */
export async function fetchRecipients(): Promise<void> {
  const login = storedLogin.read();
  if (login === null) return;
  const known = await askForAll();
  // The visitor may have logged out meanwhile: then nothing of that account is stored.
  if (known === null || storedLogin.read()?.account.accountId !== login.account.accountId) return;
  const here = storedPaidRecipients.read() ?? [];
  const records = mergeRecipientHistory([...here.map(recordOf), ...known], login.account.accountId);
  storedPaidRecipients.write(
    records.map(({ accountId, fillTimes, firstFillAt, lastFillAt }) => ({
      accountId,
      times: fillTimes,
      orderId: here.find((one) => one.accountId === accountId)?.orderId ?? null,
      firstMs: firstFillAt.getTime(),
      lastMs: lastFillAt.getTime(),
    })),
  );
  const faces = storedRecipientHistory.read() ?? [];
  const newFaces = known
    .map(({ recipient }) => recipient)
    .filter((face) => !faces.some((one) => one.accountId === face.accountId));
  if (newFaces.length > 0)
    storedRecipientHistory.write([...faces, ...newFaces].slice(0, RECIPIENT_HISTORY_MAX));
}
