import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type CardSourceId,
  type DisplayId,
  type OrderId,
} from '@jawhara/domain';
import { beforeEach, expect, it } from 'vitest';
import { storedAnonymousId, storedClientId, storedGrayValue, storedNanoId } from '../ids.ts';
import { STORAGE_PREFIX, type Stored } from './stored.ts';
import { storedBackupDomains, storedSpeed } from './device.ts';
import {
  storedLastOrderId,
  storedLastSuccessCard,
  storedLastSuccessPayType,
  storedLastPayCard,
  storedLastPayType,
  storedLastPaidAmount,
} from './purchase.ts';
import { storedLogin, storedLoginType, storedTicket } from './login.ts';
import { storedRecipient, storedRecipientHistory } from './recipients.ts';

beforeEach(() => localStorage.clear());

const NOURA = {
  accountId: accountId(1001),
  displayId: '5048213' as DisplayId,
  nickname: 'N',
  iconUrl: null,
};
const ORDER = '019a8b5e-7c00-7000-8000-0123456789ab' as OrderId;

/** A stored value that the requirement names: its key, and a text that must be stored under the key. */
function storedAs<Value>(store: Stored<Value>, value: Value, key: string, contains: string) {
  return { write: () => store.write(value), read: () => [store.read(), value], key, contains };
}
const login = storedAs(
  storedLogin,
  { sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 1 },
  'login',
  'a'.repeat(64),
);
const recipient = storedAs(storedRecipient, NOURA, 'recipient', '1001');
/** Analytics are sent to the hosts of the API, so both have the same backup hosts. */
const hosts = storedAs(
  storedBackupDomains,
  { 'pay.example': ['two.example'] },
  'backup_domains',
  'two.example',
);
const CARD = 'src_abcdefgh' as CardSourceId;
const NAMED = {
  skey: login,
  'login user': { ...login, contains: '5048213' },
  'recipient uid': recipient,
  'recipient user': { ...recipient, contains: '5048213' },
  'recipient history': storedAs(storedRecipientHistory, [NOURA], 'recipient_history', '1001'),
  'last pay type': storedAs(storedLastPayType, CHECKOUT_COM_CARD, 'last_pay_type', '23'),
  'last successful pay type': storedAs(
    storedLastSuccessPayType,
    CHECKOUT_COM_CARD,
    'last_success_pay_type',
    '23',
  ),
  'last pay card': storedAs(storedLastPayCard, CARD, 'last_pay_card', CARD),
  'last successful card': storedAs(storedLastSuccessCard, CARD, 'last_success_card', CARD),
  'last pay amount': storedAs(storedLastPaidAmount, usdCents(999), 'last_pay_amount', '9'),
  'last order id': storedAs(storedLastOrderId, ORDER, 'last_order_id', ORDER),
  'login type': storedAs(storedLoginType, 'google', 'login_type', 'google'),
  'login ticket': storedAs(storedTicket, 'ticket-1', 'login_ticket', 'ticket-1'),
  'nano id': storedAs(storedNanoId, 'n'.repeat(21), 'nano_id', 'n'.repeat(21)),
  'backup API hosts': hosts,
  'backup analytics hosts': hosts,
  'client id': storedAs(storedClientId, 'c'.repeat(32), 'client_id', 'c'.repeat(32)),
  'anonymous id': storedAs(storedAnonymousId, 'd'.repeat(64), 'anonymous_id', 'd'.repeat(64)),
  'performance-timing record': storedAs(
    storedSpeed,
    { atMs: 1, path: '/pay', loadMs: 812 },
    'performance',
    '812',
  ),
  'gray value': storedAs(storedGrayValue, 42, 'gray_value', '42'),
} as const;

it.each(Object.entries(NAMED))(
  '[APP-12] the stored value “%s” has a key with the prefix of the product',
  (_, one) => {
    one.write();
    expect(Object.keys(localStorage)).toEqual([`${STORAGE_PREFIX}${one.key}`]);
    expect(localStorage.getItem(`${STORAGE_PREFIX}${one.key}`)).toContain(one.contains);
    const [read, written] = one.read();
    expect(read).toEqual(written);
  },
);
