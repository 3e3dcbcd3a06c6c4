import { subscribeToMail } from '@jawhara/contract';
import { parseMailAddress, type Locale, type MailAddress, type OrderId } from '@jawhara/domain';
import type { ReceivedMail } from '../../../sandbox/src/mail/mail-server.ts';
import { sendMails, type SendDeps } from '../mails/send-mails.ts';
import { smtp } from '../platform/smtp.ts';
import { becomes, placed } from './card-payer.ts';
import type { Shop } from './shop.ts';
import type { Visitor } from './visitor.ts';

export function addressOf(text: string): MailAddress {
  const address = parseMailAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return address;
}

/** The worker of this shop, with parts that a test changes. `counted` are its counts, as the metrics would have them. */
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

/** Mails to this address that have arrived, the oldest first. */
export function mailsTo(shop: Shop, address: string): ReceivedMail[] {
  return (shop.mailServer?.inbox ?? []).filter(({ to }) => to === address).toReversed();
}

export async function boughtGems(shop: Shop, recipientId?: number) {
  const buyer = shop.visitor();
  const { orderId } = placed(await buyer.buy('approve', recipientId === undefined ? {} : { recipientId }));
  await becomes(shop, orderId, 'delivered');
  return { buyer, orderId };
}

const CONSENTS = { ar: 'mail-ar-1', en: 'mail-en-1' } as const;

export const giveAddress = (buyer: Visitor, orderId: OrderId, address: string, language: Locale = 'ar') =>
  buyer.call(
    subscribeToMail,
    { orderId, address: addressOf(address), consent: CONSENTS[language] },
    { 'accept-language': language },
  );

/** The part behind # of the link that ends the mails. */
export function stopLinkIn({ text }: ReceivedMail): string {
  return /\/mail-stop\.html\?lang=\w+#(\S+)/.exec(text)?.[1] ?? '';
}
