import { ownAccounts, type AccountDirectory } from '../accounts/account-directory.ts';
import { ownBans, type BanDirectory } from '../penalties/ban-directory.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { ownRecipients, type RecipientDirectory } from '../recipients/recipient-directory.ts';
import { deliverGems } from '../orders/delivery/deliver-order.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import { mailNews } from '../mails/record-news.ts';
import { deliverFine } from '../penalties/pay-fine.ts';
import { applyChargeback, liftChargeback, followFineMoney } from '../penalties/chargeback-penalties.ts';
import { isCardRestricted } from '../penalties/restriction.store.ts';
import { savedCardKeeper } from '../saved-cards/note-card.ts';

/** The ports to accounts, recipients and bans. An app that stores these itself is connected here. */
export interface Directories {
  readonly accounts: AccountDirectory;
  readonly recipients: RecipientDirectory;
  readonly bans: BanDirectory;
}

/** The shop's own tables, which can be read whenever the database can. */
export function ownDirectories(db: Db, now: Clock): Directories {
  return { accounts: ownAccounts(db), recipients: ownRecipients(db), bans: ownBans(db, now) };
}

/** The ports through which orders call other parts: the same for the server and for operators' commands. */
export const ORDER_PORTS: Pick<OrderContext, 'deliverers' | 'cards' | 'penalties' | 'news'> = {
  deliverers: { gems: deliverGems, fine: deliverFine },
  cards: savedCardKeeper,
  news: mailNews,
  penalties: { applyChargeback, liftChargeback, followFineMoney, isCardRestricted },
};
