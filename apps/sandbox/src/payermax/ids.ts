import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

function letters(count: number): string {
  let text = '';
  for (const byte of randomBytes(count)) text += LETTERS[byte % LETTERS.length];
  return text;
}

function day(now: number): string {
  return new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
}

/** PayerMax's ids are a date and many digits. Ours end in letters, so that no search for card numbers finds them. */
export function newTradeToken(now: number): string {
  return `T${day(now)}${letters(14)}`;
}

export function newRefundTradeNo(now: number): string {
  return `R${day(now)}${letters(14)}`;
}

/** The number of a refund that was made in PayerMax's own pages. */
export function newPageRefundNo(now: number): string {
  return `mmc_${day(now)}_${letters(14).toLowerCase()}`;
}

export function newCaseId(now: number): string {
  return `O${day(now)}${letters(14)}`;
}

export function newCancelNo(now: number): string {
  return `C${day(now)}${letters(14)}`;
}

export function newPaymentTokenId(now: number): string {
  return `PMTOKEN${day(now)}${letters(20)}`;
}

/** A one-time paymentToken, a sessionKey, or the address of a page: nobody can guess it. */
export function newSecret(): string {
  return letters(32).toLowerCase();
}
