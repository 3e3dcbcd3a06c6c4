import { randomUUID } from 'node:crypto';
import {
  accountId,
  banToTell,
  type AccountId,
  type CardFingerprint,
  type OrderId,
  type RestrictionRefusal,
} from '@jawhara/domain';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { accountById } from '../accounts/account.store.ts';
import { bansOf } from '../penalties/ban.store.ts';
import { connectPostgres, inTransaction, type Db } from '../platform/postgres.ts';
import {
  applyChargeback,
  liftChargeback,
  finePaid,
  paymentRestriction,
} from '../penalties/chargeback-penalties.ts';
import { isCardRestricted } from '../penalties/restriction.store.ts';
import { copyTemplate } from './test-database.ts';

const START = new Date('2026-11-15T12:00:00Z');
const OWN_DEVICE = 'a device';
const CARD = 'a card' as CardFingerprint;

export interface PenalisedPayer {
  readonly device: string;
  readonly account: AccountId | null;
}

export const STRANGER: PenalisedPayer = { device: 'a stranger’s device', account: null };

/** The effects of an account's penalties that a payer or an operator sees. */
export interface AccountSight {
  readonly status: string | undefined;
  /** The number of bans for refunds before the current one. Null if there is no current ban. */
  readonly count: number | null;
  readonly stopped: RestrictionRefusal | null;
  readonly isCardStopped: boolean;
}

export const FREE: AccountSight = { status: 'normal', count: null, stopped: null, isCardStopped: false };

export function bannedAt(count: number): AccountSight {
  return { status: 'banned', count, stopped: 'payer-restricted', isCardStopped: true };
}

/**
 * An account with its chargebacks and fines, for tests that need only a database. The clock moves by a minute with
 * every action.
 */
export interface PenalisedAccount {
  readonly id: AccountId;
  readonly now: () => Date;
  order(purpose?: 'gems' | 'fine'): Promise<OrderId>;
  /** Unless a payer is given, the order was paid by the account itself, on its own device. */
  chargeBack(orderId: OrderId, payer?: PenalisedPayer): Promise<boolean>;
  clear(orderId: OrderId): Promise<readonly OrderId[]>;
  payFine(orderId: OrderId, shownAt?: Date): Promise<boolean>;
  seen(): Promise<AccountSight>;
}

export interface Court {
  readonly db: Db;
  readonly start: Date;
  /** A new account, with no restrictions. */
  newAccount(): Promise<PenalisedAccount>;
  close(): Promise<void>;
}

function penalisedAccount(db: Db, id: AccountId): PenalisedAccount {
  let clock = START;
  const tick = () => (clock = new Date(clock.getTime() + 60_000));
  const own = { device: OWN_DEVICE, account: id };
  return {
    id,
    now: () => clock,
    async order(purpose = 'gems') {
      const orderId = randomUUID() as OrderId;
      const [pack, gems] = purpose === 'gems' ? ['gems-1060', 1060] : [null, 0];
      await db`
        insert into orders (id, purpose, recipient_account_id, payer_device, recharge_id, price_usd_cents, gems, bonus_gems,
          pay_type, provider, state, created_at, moved_at, credited_at)
        values (${orderId}, ${purpose}, ${id}, ${OWN_DEVICE}, ${pack}, 999, ${gems}, 0, 23, 13, 'delivered', ${clock}, ${clock},
          ${clock})`;
      return orderId;
    },
    async chargeBack(orderId, payer = own) {
      const facts = {
        orderId,
        recipientId: id,
        payerDevice: payer.device,
        payerAccountId: payer.account,
        cardFingerprint: CARD,
        at: tick(),
      };
      return (await inTransaction(db, (tx) => applyChargeback(tx, facts))).isRecipientBanned;
    },
    async clear(orderId) {
      const facts = { orderId, recipientId: id, at: tick() };
      return (await inTransaction(db, (tx) => liftChargeback(tx, facts))).finesToReturn;
    },
    async payFine(orderId, shownAt = clock) {
      const facts = { orderId, recipientId: id, shownAt, at: tick() };
      return (await inTransaction(db, (tx) => finePaid(tx, facts))).isBanLifted;
    },
    async seen() {
      const ban = banToTell(await bansOf(db, id), clock);
      return {
        status: (await accountById(db, id))?.status,
        count: ban?.kind === 'refund' ? ban.refundBanCount : null,
        stopped: await paymentRestriction(db, 'gems', { device: OWN_DEVICE, accountId: id }, null),
        isCardStopped: await isCardRestricted(db, CARD),
      };
    },
  };
}

export async function openCourt(): Promise<Court> {
  const { url, drop } = await copyTemplate();
  const owner = connectPostgres({ url, connectionsMax: 1 });
  const db = connectPostgres({ url: asProgram(url), connectionsMax: 4 });
  let made = 8000;
  return {
    db,
    start: START,
    async newAccount() {
      made += 1;
      await owner`delete from payer_restrictions`;
      await owner`
        insert into accounts (id, display_id, nickname, status, source)
        values (${made}, ${`88${made}`}, 'Somebody', 'normal', 'social')`;
      return penalisedAccount(db, accountId(made));
    },
    async close() {
      await db.end({ timeout: 2 });
      await owner.end({ timeout: 2 });
      await drop();
    },
  };
}
