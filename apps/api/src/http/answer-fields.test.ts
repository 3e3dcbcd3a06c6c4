import { randomUUID } from 'node:crypto';
import { createCoinPay, uploadRecipientHistory } from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, type OrderId, type RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { cardPayer, placed, sessionOf } from '../test/card-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';
import type { Visitor } from '../test/visitor.ts';

/**
 * The caller of every endpoint in this test: a visitor with a saved card, a paid order, a refused order and a list of
 * recipients.
 */
interface Asking {
  readonly visitor: Visitor;
  readonly paid: OrderId;
  readonly refused: OrderId;
  readonly session: Record<string, string>;
}

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly isSignedIn?: boolean;
  /** Path to the named fields in the answer's data. A string on this path is parsed as JSON. */
  readonly at: string;
}

/** For each entity in point 3 of the source specification: a call, and the fields that its answer must have. */
const ANSWERS: readonly (readonly [
  entity: string,
  ask: (asking: Asking) => Question | Promise<Question>,
  fields: readonly string[],
])[] = [
  [
    'user facts',
    () => ({ path: '/api/user/check_uid/?uid=1002', at: '' }),
    ['id', 'status', 'is_streamer', 'is_invisibility', 'is_online', 'room_id'],
  ],
  [
    'last joined room',
    () => ({ path: '/api/live_room/last_join_room/', isSignedIn: true, at: '' }),
    ['room_id', 'my_room_id'],
  ],
  [
    'package, as a flat row',
    () => ({
      method: 'POST',
      path: '/api/third_party_pay/get_recharge_list_v3/',
      body: { uid: 1003, source: 1 },
      at: 'list.0',
    }),
    ['amount', 'coin', 'icon', 'extra_coin', 'origin_coin', 'recharge_id', 'subType', 'pay_sub_types'],
  ],
  [
    'recharge list',
    () => ({
      method: 'POST',
      path: '/api/third_party_pay/get_recharge_list_v3/',
      body: { uid: 1003, source: 1 },
      at: '',
    }),
    ['list', 'recommends', 'extra_recommend', 'is_new', 'is_new_uid', 'is_new_h5device', 'pay_group'],
  ],
  [
    'recipient in the list',
    () => ({ path: '/api/web/recharge_fill_record/?offset=0&limit=10', at: 'list.0' }),
    [
      'to_uid',
      'to_display_uid',
      'to_nickname',
      'to_icon',
      'is_guest',
      'uid',
      'fill_times',
      'first_fill_time',
      'last_fill_time',
      'h5_deviceid',
      'status2',
    ],
  ],
  [
    'recipient that is selected',
    () => ({ path: '/api/web/check_display_id/?display_id=8841206&source=1', at: '' }),
    ['to_uid', 'to_display_uid', 'to_nickname', 'to_icon', 'display_uid', 'icon', 'source'],
  ],
  ...(['/api/web/get_card_source/', ''] as const).map(
    (path) =>
      [
        path === '' ? 'saved card of an order' : 'saved card',
        ({ paid }: Asking) =>
          path === ''
            ? { path: `/api/web/get_card_info_by_order/?order_id=${paid}`, at: 'card' }
            : { path, at: 'list.0' },
        [
          'source_id',
          'last4',
          'bin',
          'to_uid',
          'scheme',
          'fingerprint',
          'issuer_country',
          'card_valid_date',
          'is_bank_expire',
          'h5_deviceid',
          'is_remember',
          'last_use_at',
          'login',
          'uid',
        ],
      ] as const,
  ),
  [
    'order that is placed',
    async () => ({
      method: 'POST',
      path: '/api/order/create_coin_pay/',
      body: createCoinPay.request.write({
        rechargeId: 'gems-1060' as RechargeId,
        recipientId: accountId(1001),
        payType: CHECKOUT_COM_CARD,
        card: { token: await shop.token('approve') },
        repeatOf: ANY_REPEAT,
      }),
      at: '',
    }),
    ['order_id', 'url', 'platform_data'],
  ],
  [
    'order',
    ({ refused }) => ({
      method: 'POST',
      path: '/api/web/get_order_info_by_pay2_order_id/',
      body: { order_id: refused },
      at: '',
    }),
    ['order_id', 'url', 'recharge_id', 'pay_sub_type'],
  ],
  [
    'order that failed',
    ({ refused }) => ({ path: `/api/web/get_pay_error_by_order/?order_id=${refused}`, at: '' }),
    ['fail_detail', 'fail_reason', 'err_code', 'err_summary'],
  ],
  [
    'fast result',
    ({ paid }) => ({ path: `/api/web/pay_result_by_order_fast/?zp_orderid=${paid}`, at: '' }),
    ['result', 'source_id'],
  ],
  [
    'check-domain',
    () => ({ path: '/api/order/check_domain_payable?pay_type=26&domain=pay.example&uid=1003', at: '' }),
    ['is_payable', 'domain', 'pay_type'],
  ],
  [
    'user status',
    () => ({
      method: 'POST',
      path: '/api/web/check_user_status/',
      body: { source: 1, uids: [1001, 2001] },
      at: '',
    }),
    ['user_map'],
  ],
  [
    'user status of one',
    () => ({
      method: 'POST',
      path: '/api/web/check_user_status/',
      body: { source: 1, uids: [1001, 2001] },
      at: 'user_map.2001',
    }),
    ['uid', 'status'],
  ],
  [
    'package info',
    () => ({
      method: 'POST',
      path: '/api/sys/config/',
      body: { channel: 'app_pkg_info', pure: 1 },
      at: 'app_pkg_info',
    }),
    [
      'website_version',
      'ABtest_repurchase_ratio',
      'adyen_card_ratio',
      'adyen_card_whitelist',
      'applepay_config',
      'adyen_applepay_config',
      'cko_new_rate',
      'cko_new_whitelist',
      'are_android_url',
      'are_huawei_url',
      'are_apple_url',
      'are_google_url',
      'are_private_url',
    ],
  ],
  [
    'package info, the wallet sheet',
    () => ({
      method: 'POST',
      path: '/api/sys/config/',
      body: { channel: 'app_pkg_info', pure: 1 },
      at: 'app_pkg_info.adyen_applepay_config',
    }),
    [
      'countryCode',
      'currencyCode',
      'supportedNetworks',
      'merchantCapabilities',
      'merchantAcccount',
      'display_name',
      'merchant_identifier',
    ],
  ],
  [
    'upload token',
    () => ({
      method: 'POST',
      path: '/api/sys/upload_token/',
      body: { files: [{ name: 'a.png', size: 5, content_type: 'image/png' }], purpose: 'feedback' },
      at: 'tokens.0',
    }),
    ['url', 'body', 'result'],
  ],
  ['server time', () => ({ path: '/api/sys/ts/', at: '' }), ['ts']],
  ['backup domains', () => ({ path: '/api/sys/backup_domains/', at: '' }), ['backup_domains']],
  ['position', () => ({ path: '/api/timeline/position/', at: '' }), ['country']],
];

let shop: Shop;
let asking: Asking;
let cookie = '';
beforeAll(async () => {
  shop = await openShop();
  const { visitor, orderId: paid } = await cardPayer(shop);
  const at = new Date();
  const known = { accountId: accountId(1003), fillTimes: 4, firstFillAt: at, lastFillAt: at };
  await visitor.call(uploadRecipientHistory, [known]);
  const { orderId: refused } = placed(await visitor.buy('insufficient-funds'));
  asking = { visitor, paid, refused, session: await sessionOf(shop, 1001) };
  cookie = visitor.cookie();
});
afterAll(() => shop.close());

async function dataOf({ method = 'GET', path, body, isSignedIn = false, at }: Question): Promise<unknown> {
  const response = await fetch(`${shop.apiUrl}${path}`, {
    method,
    headers: {
      cookie,
      'x-request-id': randomUUID(),
      'content-type': 'application/json',
      ...(isSignedIn && asking.session),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { result, data } = (await response.json()) as { result: number; data: unknown };
  expect([path, result]).toEqual([path, 0]);
  return at
    .split('.')
    .filter((name) => name !== '')
    .reduce((value, name) => {
      const inner = (value as Record<string, unknown>)[name];
      return typeof inner === 'string' ? (JSON.parse(inner) as unknown) : inner;
    }, data);
}

it.each(ANSWERS)(
  '[NET-13] the answer of %s has the fields of the specification under their names',
  async (_entity, ask, fields) => {
    const found = Object.keys((await dataOf(await ask(asking))) as object);
    expect(fields.filter((field) => !found.includes(field))).toEqual([]);
  },
);

it.each([
  'user facts',
  'last joined room',
  'package',
  'recharge list',
  'recipient',
  'saved card',
  'order',
  'fast result',
  'check-domain',
  'user status',
  'package info',
  'upload token',
  'server time',
  'backup domains',
  'position',
])('[NET-13] the entity %s of the specification is covered by a checked answer', (entity) => {
  expect(ANSWERS.some(([name]) => name === entity || new RegExp(`^${entity}(?: |,)`).test(name))).toBe(true);
});
