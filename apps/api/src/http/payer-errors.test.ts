import {
  cancelOrder,
  checkDomainPayable,
  findRecipient,
  logInWithTicket,
  openWalletSession,
  parse,
  PAYER_ERRORS,
  readOrderFailure,
  readOrderStatus,
  submitFeedback,
  wireBannedRecipient,
  type PayerErrorSource,
  type PayerError,
} from '@jawhara/contract';
import { FEEDBACK_WORDS_MAX, GENERIC_WALLET, type DisplayId, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../platform/postgres.ts';
import { publishSettings } from '../site-config/publish-settings.ts';
import { payByAdyen, sealedCard } from '../test/adyen-payer.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { bannedAccount, fineOf, payFine } from '../test/fine-payer.ts';
import { signed } from '../test/signed.ts';
import { sandboxControl } from '../test/sandbox-control.ts';
import { openShop, type Shop, type Visitor, PAYABLE_HOST } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { ORDER_EXPIRES_AFTER_MS: '4000' } });
});
afterAll(() => shop.close());

type Row = (typeof PAYER_ERRORS)[PayerError];
type ServerReportedError = {
  [E in PayerError]: (typeof PAYER_ERRORS)[E] extends { by: 'page' } ? never : E;
}[PayerError];

const RELEASED_TO_ADYEN = [{ payType: 26, ratio: 100, whitelist: [] }];

const withId = (visitor: Visitor, displayId: string) =>
  visitor.call(findRecipient, { displayId: displayId as DisplayId });

async function endOf(visitor: Visitor, orderId: OrderId): Promise<PayerErrorSource> {
  const { value } = await visitor.call(readOrderStatus, { orderId });
  if (!value) throw new Error('no such order');
  return { by: 'order', call: 'readOrderStatus', state: value.state };
}

async function declineOf(visitor: Visitor, orderId: OrderId): Promise<PayerErrorSource> {
  const { value } = await visitor.call(readOrderFailure, { orderId });
  if (!value?.reason) throw new Error('no reason');
  return { by: 'decline', call: 'readOrderFailure', reason: value.reason };
}

async function readBanError(
  ban: { kind: 'permanent' } | { kind: 'other'; until: Date },
): Promise<PayerErrorSource> {
  const { displayId } = await bannedAccount(shop.db, ban);
  expect((await withId(shop.visitor(), displayId)).refusal).toBe('banned');
  const response = await fetch(`${shop.apiUrl}${findRecipient.path}?display_id=${displayId}&source=1`);
  const face = parse(wireBannedRecipient, ((await response.json()) as { data: unknown }).data);
  const kind = face.kind === 'parsed' ? face.value.ban?.kind : undefined;
  if (kind !== 'permanent' && kind !== 'dated') throw new Error(`told of ${String(kind)}`);
  return { by: 'ban', call: 'findRecipient', refusal: 'banned', ban: kind };
}

const refusalOf = (call: string, { refusal }: { refusal: string | null }) =>
  ({ by: 'refusal', call, refusal }) as const;

/**
 * For each error, how a payer causes it and what the server answers. The type requires a row for every error, so an
 * error that cannot be caused does not compile.
 */
const REACHED: Record<ServerReportedError, (visitor: Visitor) => Promise<object>> = {
  'account-unknown': async (visitor) => refusalOf('findRecipient', await withId(visitor, '99999999')),
  'account-cancelled': async (visitor) => refusalOf('findRecipient', await withId(visitor, '7719043')),
  'guest-not-served': async (visitor) => refusalOf('findRecipient', await withId(visitor, '7719045')),
  'banned-forever': async () => readBanError({ kind: 'permanent' }),
  'banned-until': async () => readBanError({ kind: 'other', until: new Date(Date.now() + 86_400_000) }),
  'link-void': async (visitor) => {
    const ticket = await shop.ticket(1003);
    await shop.visitor().call(logInWithTicket, { ticket });
    return refusalOf('logInWithTicket', await visitor.call(logInWithTicket, { ticket }));
  },
  'recharge-failed': async (visitor) =>
    refusalOf('createCoinPay', await visitor.buy('approve', { rechargeId: 'gems-of-yesterday' })),
  'payment-failed': async (visitor) =>
    endOf(visitor, placed(await visitor.buy('insufficient-funds')).orderId),
  'security-check-failed': async (visitor) =>
    declineOf(visitor, placed(await visitor.buy('failed-authentication')).orderId),
  'payment-not-sent': async (visitor) => {
    const { encryptedCard, ...card } = await sealedCard(shop, 'approve');
    const lost = { ...card, encryptedCard: { ...encryptedCard, holderName: 'UNKNOWN' } };
    return declineOf(visitor, placed(await payByAdyen(visitor, lost)).orderId);
  },
  'payment-cancelled': async (visitor) => {
    const { orderId } = placed(await visitor.buy('challenge'));
    await visitor.call(cancelOrder, { orderId, reason: 'back' });
    return endOf(visitor, orderId);
  },
  'order-timed-out': async (visitor) => {
    const { orderId } = placed(await visitor.buy('error-before-charge'));
    await becomes(shop, orderId, 'expired');
    return endOf(visitor, orderId);
  },
  'wallet-not-supported': async (visitor) => {
    const { orderId } = placed(await visitor.buy('approve'));
    const sessionAnswer = await visitor.call(openWalletSession, { orderId, domain: 'localhost' });
    return refusalOf('openWalletSession', sessionAnswer);
  },
  'fine-changed': async (visitor) => {
    const { id, displayId } = await bannedAccount(shop.db);
    const { quote } = await fineOf(visitor, displayId);
    await shop.db`update bans set earlier_refund_bans = 2 where account_id = ${id}`;
    const paid = await payFine(shop, visitor, id, { shown: { quoteId: quote?.id ?? '' } });
    return refusalOf('createFinePay', paid);
  },
  'report-too-long': async (visitor) => {
    const content = Array.from({ length: FEEDBACK_WORDS_MAX + 1 }, () => 'كلمة').join(' ');
    const report = { content, fileKeys: [], topic: 'gems-missing', orderNumber: '', contact: null } as const;
    const browser = { model: 'SM-A127F', version: '1.0.328', pageId: 'page-1' };
    return refusalOf('submitFeedback', await visitor.call(submitFeedback, { ...report, ...browser }));
  },
  // This row comes last, because it makes Adyen fail for all payers.
  'wallet-unstable': async (visitor) => {
    await inTransaction(shop.db, (tx) =>
      publishSettings(tx, { walletChannels: RELEASED_TO_ADYEN }, signed('salma', 'the wallet is released')),
    );
    const ask = () =>
      visitor.call(checkDomainPayable, {
        payType: GENERIC_WALLET,
        domain: 'localhost',
        accountId: null,
        grayValue: null,
      });
    expect((await ask()).value).toEqual({ isPayable: false, domain: PAYABLE_HOST, payType: 26 });
    const card = await sealedCard(shop, 'approve');
    await sandboxControl(shop, 'adyen', 'api', { failRate: 1 });
    await Promise.all([1, 2, 3].map(() => payByAdyen(shop.visitor(), card)));
    await vi.waitFor(async () => expect((await ask()).refusal).not.toBeNull(), { timeout: PATIENCE_MS });
    const domainAnswer = await ask();
    await sandboxControl(shop, 'adyen', 'api', { failRate: 0 });
    return refusalOf('checkDomainPayable', domainAnswer);
  },
};

it.each(Object.keys(REACHED) as ServerReportedError[])(
  '[ERR-01] the call that is listed for the payer error %s really answers with it',
  async (error) => {
    const expectedRow: Row = PAYER_ERRORS[error];
    expect(await REACHED[error](shop.visitor())).toEqual(expectedRow);
  },
);
