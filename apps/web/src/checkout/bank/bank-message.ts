import { isOrderId, type OrderId, type PayerProof } from '@jawhara/domain';

/** What /bank-return.html tells the page that holds it. */
const BANK_RETURNED = 'bank-returned';

export interface BankReturn {
  readonly orderId: OrderId;
  /** What the bank gave the payer to bring along. */
  readonly proof: PayerProof | null;
}

/** The order the payer came back for, if this message is really our own return page speaking. */
export function readBankMessage(event: MessageEvent<unknown>, ownOrigin: string): BankReturn | null {
  if (event.origin !== ownOrigin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null) return null;
  const { type, orderId, redirectResult } = data as Record<string, unknown>;
  if (type !== BANK_RETURNED || typeof orderId !== 'string' || !isOrderId(orderId)) return null;
  const proof = typeof redirectResult === 'string' && redirectResult !== '' ? { redirectResult } : null;
  return { orderId, proof };
}
