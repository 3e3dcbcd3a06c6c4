import {
  accountId,
  payGroupOf,
  usdCents,
  type DisplayId,
  type OrderId,
  type PayAnswer,
  type RechargeId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  CLIENT_RESULTS,
  envelopeSchema,
  preferredMethod,
  REQUEST_ID_HEADER,
  resultOf,
  SUCCESS_CODE,
  type Endpoint,
  type WireObject,
} from './endpoint.ts';
import * as contract from './index.ts';

const orderId = '019a8b5e-7c00-7000-8000-0123456789ab' as OrderId;
const displayId = '5048213' as DisplayId;
const order = {
  rechargeId: 'gems-1060' as RechargeId,
  recipientId: accountId(71),
  payType: 23,
  card: { token: 'tok_12345678' },
} as const;

const DEVICE_FACTS = ['version_code', 'device', 'device_uuid', 'sdcard_uuid', 'uuid', 'mac', 'phone'];

interface SourceRow {
  readonly call: Pick<Endpoint, 'name' | 'methods' | 'path'>;
  readonly line: string;
  readonly payload: readonly string[];
  readonly sent: WireObject;
}

/** The lines of the source specification's table of calls that exist so far, and what our site sends. */
const SOURCE_TABLE: readonly SourceRow[] = [
  {
    call: contract.readServerTime,
    line: 'GET /api/sys/ts/',
    payload: [],
    sent: contract.readServerTime.request.write({}),
  },
  {
    call: contract.readSiteConfig,
    line: 'POST /api/sys/config/',
    payload: ['channel', 'pure'],
    sent: contract.readSiteConfig.request.write({}),
  },
  {
    call: contract.listGemPacks,
    line: 'POST /api/third_party_pay/get_recharge_list_v3/',
    payload: ['uid', 'source', 'session_key'],
    sent: contract.listGemPacks.request.write({ recipientId: accountId(71) }),
  },
  {
    call: contract.findRecipient,
    line: 'GET /api/web/check_display_id/',
    payload: ['display_id', 'source'],
    sent: contract.findRecipient.request.write({ displayId }),
  },
  {
    call: contract.readOrderStatus,
    line: 'GET /api/web/pay_result_by_order_fast/',
    payload: ['zp_pay_sub_type', 'zp_orderid', 'zp_h5deviceid', 'platform_data'],
    sent: contract.readOrderStatus.request.write({ orderId }),
  },
  {
    call: contract.readOrder,
    line: 'POST /api/web/get_order_info_by_pay2_order_id/',
    payload: ['order_id'],
    sent: contract.readOrder.request.write({ orderId }),
  },
  {
    call: contract.readOrderFailure,
    line: 'GET /api/web/get_pay_error_by_order/',
    payload: ['order_id', 'source'],
    sent: contract.readOrderFailure.request.write({ orderId }),
  },
  {
    call: contract.createCoinPay,
    line: 'GET /api/order/create_coin_pay/',
    payload: [
      'recharge_id',
      'uid',
      'pay_type',
      'platform_data',
      'source_id',
      'source',
      'session_key',
      'ext',
      'mock',
      'uuid',
    ],
    sent: contract.createCoinPay.request.write(order),
  },
  {
    call: contract.cancelOrder,
    line: 'POST /api/order/click_cancel/',
    payload: ['app_order', 'reason'],
    sent: contract.cancelOrder.request.write({ orderId, reason: 'changed my mind' }),
  },
  {
    call: contract.submitAuthenticationResult,
    line: 'GET /api/order/submit_authentication_result/',
    payload: ['order_id', 'platform_data'],
    sent: contract.submitAuthenticationResult.request.write({ orderId, proof: { threeDsResult: 'abcd' } }),
  },
  {
    call: contract.logInWithPassword,
    line: 'GET /api/user/account_login/',
    payload: ['display_uid', 'password', 'device', 'uuid'],
    sent: contract.logInWithPassword.request.write({ typedId: '5048213', password: 'a password' }),
  },
  {
    call: contract.readSignedInAccount,
    line: 'GET /api/coin/get_pay_user_info/',
    payload: ['session_key'],
    sent: contract.readSignedInAccount.request.write({}),
  },
  {
    call: contract.logInWithTicket,
    line: 'GET /api/web/ticket_login/',
    payload: ['ticket'],
    sent: contract.logInWithTicket.request.write({ ticket: 'a ticket' }),
  },
  {
    call: contract.logInWithFacebook,
    line: 'POST /api/user/facebook_login/',
    payload: ['user_id', 'access_token', ...DEVICE_FACTS],
    sent: contract.logInWithFacebook.request.write({ userId: '1001', accessToken: 'a token' }),
  },
  {
    call: contract.readLoginKey,
    line: 'POST /api/user_mode/get_login_key/',
    payload: ['login_type', 'user_id', 'access_token', 'auto_create'],
    sent: contract.readLoginKey.request.write({ userId: '1001', accessToken: 'a token' }),
  },
  {
    call: contract.logInWithGoogle,
    line: 'POST /api/user/google_login/',
    payload: ['id_token', ...DEVICE_FACTS],
    sent: contract.logInWithGoogle.request.write({ idToken: 'a token' }),
  },
  {
    call: contract.readPressedAccount,
    line: 'POST /api/user/check_uid/',
    payload: ['uid'],
    sent: contract.readPressedAccount.request.write({ accountId: accountId(71) }),
  },
  {
    call: contract.readAccountStatuses,
    line: 'POST /api/web/check_user_status/',
    payload: ['source', 'uids'],
    sent: contract.readAccountStatuses.request.write({ asking: 'social', accountIds: [accountId(71)] }),
  },
  {
    call: contract.readJoinedRooms,
    line: 'GET /api/live_room/last_join_room/',
    payload: [],
    sent: contract.readJoinedRooms.request.write({}),
  },
];

describe.each(SOURCE_TABLE)('$line', ({ call, line, payload, sent }) => {
  it('[NET-07] a call in the specification’s table exists in the contract with its method and path', () => {
    expect(`${call.methods[0]} ${call.path}`).toBe(line);
    expect(call.path.endsWith('/')).toBe(true);
  });

  it('[NET-07] the site sends only request fields that the specification’s table names for the call', () => {
    for (const field of Object.keys(sent)) expect(payload).toContain(field);
  });
});

it('[NET-07] calls that change state accept POST, and the site uses POST', () => {
  for (const call of [contract.createCoinPay, contract.submitAuthenticationResult, contract.cancelOrder]) {
    expect(call.methods).toContain('POST');
    expect(preferredMethod(call.methods)).toBe('POST');
  }
  expect(preferredMethod(['GET'])).toBe('GET');
  expect(preferredMethod(['GET', 'POST'])).toBe('POST');
});

it('[ORD-01] the request to create an order has the specified fields', () => {
  expect(contract.createCoinPay.request.write(order)).toEqual({
    recharge_id: 'gems-1060',
    uid: 71,
    pay_type: 23,
    platform_data: '{"token":"tok_12345678"}',
    source: 1,
  });
  expect(REQUEST_ID_HEADER).toBe('x-request-id');
});

it('[ORD-01] the answer to a created order has order_id, url and platform_data', () => {
  const placed = (answer: PayAnswer) => contract.createCoinPay.answer.write({ orderId, answer });
  expect(placed({ kind: 'paid' })).toEqual({
    order_id: orderId,
    url: null,
    platform_data: '{"status":"paid"}',
  });
  expect(placed({ kind: 'challenge', way: 'frame', url: 'https://bank.example/3ds' })).toEqual({
    order_id: orderId,
    url: 'https://bank.example/3ds',
    platform_data: '{"status":"challenge","way":"frame"}',
  });
});

it('[PKG-03] [PKG-08] the answer with the list of gem packs has the specified fields', () => {
  const answer = contract.listGemPacks.answer.write({
    rows: [
      {
        rechargeId: order.rechargeId,
        priceUsdCents: usdCents(999),
        gems: 1060,
        bonusGems: 60,
        payTypes: [23],
        iconUrl: 'https://img.example/chest.png',
        estimate: { currency: 'SAR', value: '37.5' },
      },
    ],
    recommended: [usdCents(999)],
    extraRecommended: usdCents(1_999),
    isNewPayer: true,
    isNewAccount: false,
    isNewDevice: true,
    payGroup: 'a',
  });
  expect(answer).toEqual({
    list: [
      {
        recharge_id: 'gems-1060',
        amount: '9.99',
        coin: 1060,
        extra_coin: 60,
        origin_coin: 1000,
        pay_sub_types: [23],
        icon: 'https://img.example/chest.png',
        approx: { currency: 'SAR', value: '37.5' },
        subType: 23,
        display_methods: [{ pay_sub_type: 23, name: payGroupOf(23) }],
      },
    ],
    recommends: ['9.99'],
    extra_recommend: '19.99',
    is_new: true,
    is_new_uid: false,
    is_new_h5device: true,
    pay_group: 'a',
  });
});

it('looking up a recipient answers with account id, display id, nickname and picture only', () => {
  const answer = contract.findRecipient.answer.write({
    accountId: accountId(71),
    displayId,
    nickname: 'Noura',
    iconUrl: null,
  });
  expect(answer).toEqual({
    to_uid: 71,
    to_display_uid: '5048213',
    to_nickname: 'Noura',
    to_icon: null,
    display_uid: '5048213',
    icon: null,
    source: 1,
  });
});

it('[ORD-07] an order’s failure is written to the wire in the field values that the site reads', () => {
  const failure = { outcome: 'balance', code: '20051', reason: 'insufficient-funds' } as const;
  expect(contract.readOrderFailure.answer.write(failure)).toEqual({
    fail_detail: 'balance-insufficient',
    fail_reason: 'balance-insufficient',
    err_code: '20051',
    err_summary: 'insufficient-funds',
  });
  expect(
    contract.readOrderFailure.answer.write({ outcome: 'expire', code: null, reason: null }),
  ).toMatchObject({
    err_code: '20054',
  });
});

it('an order failure from another release is read even if its reason is missing or unknown', () => {
  const wire = { fail_detail: 'declined', fail_reason: 'declined', err_code: '20005' };
  const read = (summary: object) => contract.parse(contract.readOrderFailure.answer, { ...wire, ...summary });
  const expected = { kind: 'parsed', value: { outcome: 'other', code: '20005', reason: null } };
  expect(read({})).toEqual(expected);
  expect(read({ err_summary: 'invented-next-year' })).toEqual(expected);
});

it('[APP-21] a mock parameter sent with an order is accepted and ignored', () => {
  const plain = contract.parse(contract.createCoinPay.request, contract.createCoinPay.request.write(order));
  const linkParameters = { ext: { page_view_id: 'p' }, mock: '1', uuid: 'u' };
  const wire = contract.createCoinPay.request.write({ ...order, linkParameters });
  expect(wire).toMatchObject({ ext: '{"page_view_id":"p"}', mock: '1', uuid: 'u' });
  expect(contract.parse(contract.createCoinPay.request, wire)).toEqual(plain);
});

it('[NET-02] an envelope has result, code, message, data and perhaps a toast', () => {
  const full = { result: 20001, code: 20001, message: 'no', data: { a: 1 }, toast: 'no' };
  expect(v.parse(envelopeSchema, full)).toEqual(full);
  expect(v.parse(envelopeSchema, { code: 200 })).toEqual({ code: 200, message: '', data: null });
  for (const broken of [null, 'text', [], { result: '0' }, { message: 7 }]) {
    expect(v.is(envelopeSchema, broken)).toBe(Array.isArray(broken));
  }
});

it('[NET-02] an envelope with code 200 has result 0', () => {
  expect(SUCCESS_CODE).toBe(200);
  expect(resultOf({ code: 200 })).toBe(0);
  expect(resultOf({ code: 200, result: 0 })).toBe(0);
  expect(resultOf({ code: 200, result: 7 })).toBe(0);
});

it('[NET-02] an envelope with another code has its own result, or its code if it has none', () => {
  expect(resultOf({ result: 20001, code: 500 })).toBe(20001);
  expect(resultOf({ result: 0, code: 500 })).toBe(0);
  expect(resultOf({ result: -1 })).toBe(-1);
  expect(resultOf({ code: 404 })).toBe(404);
});

it('[NET-03] calls that got no answer have the results -1 to -5', () => {
  expect(CLIENT_RESULTS).toEqual({
    timeout: -1,
    'no-response': -2,
    'set-up-failure': -3,
    'bridge-failure': -4,
    'bridge-network': -4,
    'bridge-security': -4,
    aborted: -5,
  });
});
