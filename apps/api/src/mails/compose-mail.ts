import { accountById } from '../accounts/account.store.ts';
import type { OperatorFacts } from '@jawhara/contract';
import { isPaid, orderNumber, recipientOf, type Locale, type MailAddress } from '@jawhara/domain';
import MailComposer from 'nodemailer/lib/mail-composer';
import { requireOrder } from '../orders/store/order.store.ts';
import { cardThatPaid } from '../orders/store/payment.store.ts';
import type { Db } from '../platform/postgres.ts';
import type { SmtpMessage } from '../platform/smtp.ts';
import { receiptLink, type ReceiptKeys } from '../receipts/receipt.ts';
import { mailContent, type MailSubject } from './mail-content.ts';
import { mailHtml, lineText, mailText } from './mail-body.ts';
import { returnPath, stopLink, type MailSettings } from './mail-keys.ts';
import type { ClaimedMail } from './mail.store.ts';
import type { StoredSubscription } from './mail-subscription.store.ts';

export interface ComposeDeps {
  readonly db: Db;
  readonly mail: MailSettings;
  readonly siteUrl: string;
  readonly receiptKeys: ReceiptKeys;
  readonly operatorFacts: Readonly<Record<Locale, OperatorFacts>>;
}

/** The API path of the one-click unsubscribe (RFC 8058), and the page with the button. */
const ONE_CLICK_PATH = '/api/order/mail/unsubscribe/';
const STOP_PAGE = '/mail-stop.html';
const RECEIPT_PAGE = '/receipt';
export const ORDER_PAGE = '/order';

export interface Envelope {
  readonly id: string;
  readonly subscription: StoredSubscription;
  readonly address: MailAddress;
  readonly date: Date;
}

export type Topic = Pick<MailSubject, 'facts' | 'order' | 'orderUrl'>;

/** The message about an order, to the address that its payer gave. The id makes a repeated send the same message. */
export async function writeMessage(
  { db, mail, siteUrl, receiptKeys, operatorFacts }: ComposeDeps,
  { id, subscription, address, date }: Envelope,
  { facts, order, orderUrl }: Topic,
): Promise<SmtpMessage> {
  const { locale } = subscription;
  const account = await accountById(db, order.recipientId);
  if (account === null) throw new Error(`order ${order.id} has no recipient`);
  const link = stopLink(subscription.id, mail.keys);
  const content = mailContent({
    facts,
    locale,
    order,
    recipient: recipientOf(account),
    paidWith: await cardThatPaid(db, order.id),
    operator: operatorFacts[locale],
    receiptUrl: `${siteUrl}${RECEIPT_PAGE}#${receiptLink(order.id, receiptKeys)}`,
    orderUrl,
    stopUrl: `${siteUrl}${STOP_PAGE}?lang=${locale}#${link}`,
  });
  const message = new MailComposer({
    from: { name: content.brand, address: mail.sender },
    to: { name: '', address },
    replyTo: mail.replyTo,
    subject: lineText(content.subject),
    messageId: `<${id}@${mail.returnDomain}>`,
    date,
    text: mailText(content),
    html: mailHtml(content),
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${siteUrl}${ONE_CLICK_PATH}?link=${link}>` },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      // Prevents absence notes and other automatic answers.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    textEncoding: 'base64',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = returnPath(id, mail.returnDomain, mail.keys);
  return { from, to: address, raw: await message.compile().build() };
}

/**
 * Writes a mail from the current facts, such as a changed name. Null for news that is no longer true: an order that was
 * delivered or refunded is not late. Links to an order expire soon and mails are read at any time, so the button leads
 * to the page that mails a new link.
 */
export async function composeMail(
  deps: ComposeDeps,
  { id, orderId, facts, createdAt: date }: ClaimedMail,
  subscription: StoredSubscription,
  address: MailAddress,
): Promise<SmtpMessage | null> {
  const order = await requireOrder(deps.db, orderId);
  if (facts.kind === 'late' && (!isPaid(order.state) || order.creditedAt !== null)) return null;
  const orderUrl = `${deps.siteUrl}${ORDER_PAGE}#${orderNumber(order.id)}`;
  return writeMessage(deps, { id, subscription, address, date }, { facts, order, orderUrl });
}
