import { subscribeToMail } from '@jawhara/contract';
import { parseMailAddress, type Locale, type MailAddress, type OrderId } from '@jawhara/domain';
import type { ReceivedMail } from '../../../sandbox/src/mail/mail-server.ts';
import { sendMails, type SendDeps } from '../mails/send-mails.ts';
import { takeMoney } from '../orders/paying/take-money.ts';
import { smtp } from '../platform/smtp.ts';
import { becomes, placed } from './card-payer.ts';
import { tellCheckoutCom } from './checkout-com-events.ts';
import { paymentInBooks } from './operator-desk.ts';
import type { Shop } from './shop.ts';
import type { Visitor } from './visitor.ts';

export function addressOf(text: string): MailAddress {
  const address = parseMailAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return address;
}

/** The shop's mail worker, with parts that a test replaces. `counted`: the counts that would go to the metrics. */
export function mailWorker(shop: Shop, changed: Partial<SendDeps> = {}) {
  const { env, app } = shop;
  const { db, now, newId, logger } = app.context;
  if (env.mail === null) throw new Error('this shop has no mail server');
  const { mail, siteUrl, receiptKeys, operatorFacts } = env;
  const counted: string[] = [];
  const deps: SendDeps = {
    db,
    now,
    newId,
    logger,
    mail,
    siteUrl,
    receiptKeys,
    operatorFacts,
    send: smtp(mail.server),
    count: (kind, end) => void counted.push(`${kind} ${end}`),
    ...changed,
  };
  return { deps, counted, work: () => sendMails(deps) };
}

/** The mails that have arrived at this address, the oldest first. */
export function mailsTo(shop: Shop, address: string): ReceivedMail[] {
  return (shop.mailServer?.inbox ?? []).filter(({ to }) => to === address).toReversed();
}

export async function boughtGems(shop: Shop, recipientId?: number) {
  const buyer = shop.visitor();
  const { orderId } = placed(await buyer.buy('approve', recipientId === undefined ? {} : { recipientId }));
  await becomes(shop, orderId, 'delivered');
  return { buyer, orderId };
}

/** Has the provider report a refund of this many cents. */
export async function refunded(
  shop: Shop,
  orderId: OrderId,
  amount: number,
  actionId = `act_${orderId}`,
): Promise<void> {
  const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
  const about = { id: payment, action_id: actionId, reference: orderId, currency: 'USD', amount };
  await tellCheckoutCom(shop, 'payment_refunded', about);
}

/** An order whose payer is at the bank's challenge. */
export async function waitingOrder(shop: Shop) {
  const buyer = shop.visitor();
  const { orderId } = placed(await buyer.buy('challenge'));
  return { buyer, orderId };
}

/** Records the payment of an order whose payer was at the bank, as if the provider had reported it. */
export async function paidAtLast(shop: Shop, orderId: OrderId): Promise<void> {
  const providerPaymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
  await takeMoney(shop.app.context, orderId, {
    kind: 'paid',
    provider: 13,
    providerPaymentId,
    money: { currency: 'USD', minorUnits: 999 },
    card: null,
    paidWith: { scheme: 'visa', last4: '4242', fingerprint: null },
  });
}

/** A paid order whose delivery is postponed by an hour. */
export async function undeliveredOrder(shop: Shop) {
  const { buyer, orderId } = await waitingOrder(shop);
  await paidAtLast(shop, orderId);
  await shop.db`update orders set look_after = now() + interval '1 hour' where id = ${orderId}`;
  return { buyer, orderId };
}

const CONSENTS = { ar: 'mail-ar-1', en: 'mail-en-1' } as const;

export const giveAddress = (buyer: Visitor, orderId: OrderId, address: string, language: Locale = 'ar') =>
  buyer.call(
    subscribeToMail,
    { orderId, address: addressOf(address), consent: CONSENTS[language] },
    { 'accept-language': language },
  );

/** The part after `#` of the link that stops the mails. */
export function stopLinkIn({ text }: ReceivedMail): string {
  return /\/mail-stop\.html\?lang=\w+#(\S+)/.exec(text)?.[1] ?? '';
}
