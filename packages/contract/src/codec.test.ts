import * as v from 'valibot';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codec, parse } from './endpoint.ts';
import {
  cancelOrder,
  createCoinPay,
  findRecipient,
  listGemPacks,
  readOrder,
  readOrderStatus,
  readSiteConfig,
  submitAuthenticationResult,
} from './index.ts';

const ORDER_ID = '019a8b5e-7c00-7000-8000-0123456789ab';
const CREATE = {
  recharge_id: 'gems-1060',
  uid: 71,
  pay_type: 23,
  platform_data: '{"token":"tok_12345678"}',
  source: 1,
};
const PLACED = { order_id: ORDER_ID, url: null, platform_data: '{"status":"paid"}' };

const malformedAt = (where: string) => ({ kind: 'malformed', where });

describe('a malformed request', () => {
  it.each([
    ['recharge_id', { recharge_id: 'Robert"); drop' }],
    ['recharge_id', { recharge_id: undefined }],
    ['recharge_id', { recharge_id: 'x'.repeat(65) }],
    ['uid', { uid: 0 }],
    ['uid', { uid: -5 }],
    ['uid', { uid: 1.5 }],
    ['uid', { uid: '12a' }],
    ['uid', { uid: '9007199254740993' }],
    ['uid', { uid: null }],
    ['pay_type', { pay_type: 99 }],
    ['pay_type', { pay_type: 'toString' }],
    ['platform_data', { platform_data: '{not json' }],
    ['platform_data', { platform_data: { token: 'tok_12345678' } }],
    ['platform_data', { platform_data: `"${'x'.repeat(8_000)}"` }],
    ['platform_data.token', { platform_data: '{}' }],
    ['platform_data.token', { platform_data: '{"token":"has spaces in it"}' }],
    ['platform_data.token', { platform_data: '{"token":"short"}' }],
    ['source', { source: 'web' }],
  ])('a malformed order request is refused with the path of its wrong field: %s', (where, change) => {
    expect(parse(createCoinPay.request, CREATE)).toMatchObject({ kind: 'parsed' });
    expect(parse(createCoinPay.request, { ...CREATE, ...change })).toEqual(malformedAt(where));
  });

  it.each(['1234', 'not digits', '', '1'.repeat(21), `12345${' '.repeat(60)}`])(
    'a request with the malformed display_id %j is refused with that field’s name',
    (display_id) => {
      expect(parse(findRecipient.request, { display_id })).toEqual(malformedAt('display_id'));
    },
  );

  it.each([ORDER_ID.toUpperCase(), `${ORDER_ID} `, '1', '', 7, null])(
    'a request with the malformed order id %j is refused with that field’s name',
    (order_id) => {
      expect(parse(submitAuthenticationResult.request, { order_id })).toEqual(malformedAt('order_id'));
      expect(parse(readOrderStatus.request, { zp_orderid: order_id })).toEqual(malformedAt('zp_orderid'));
      expect(parse(cancelOrder.request, { app_order: order_id })).toEqual(malformedAt('app_order'));
      expect(parse(readOrder.request, { order_id })).toEqual(malformedAt('order_id'));
    },
  );

  it('a too long reason, an unknown channel or an invalid uid is refused with the field’s name', () => {
    expect(parse(cancelOrder.request, { app_order: ORDER_ID, reason: 'x'.repeat(101) })).toEqual(
      malformedAt('reason'),
    );
    expect(parse(readSiteConfig.request, { channel: 'secrets' })).toEqual(malformedAt('channel'));
    expect(parse(listGemPacks.request, { uid: 'me' })).toEqual(malformedAt('uid'));
  });

  it.each([null, undefined, 7, 'text', true])(
    'the body %j in place of an object is refused as a malformed request',
    (wire) => {
      expect(parse(createCoinPay.request, wire)).toEqual(malformedAt('request'));
    },
  );

  it('a malformed answer is reported with the position inside its list', () => {
    const row = {
      recharge_id: 'a',
      amount: '9.99',
      coin: 1,
      extra_coin: 0,
      origin_coin: 1,
      pay_sub_types: [23],
    };
    const list = {
      recommends: [],
      extra_recommend: null,
      is_new: true,
      is_new_uid: true,
      is_new_h5device: true,
      pay_group: '',
    };
    expect(parse(listGemPacks.answer, { ...list, list: [row, { ...row, amount: '9,99' }] })).toEqual(
      malformedAt('list.1.amount'),
    );
  });
});

describe('a malformed answer', () => {
  it('an order answer with a bank challenge but without its address is refused as malformed', () => {
    const challenge = { ...PLACED, platform_data: '{"status":"challenge"}' };
    expect(parse(createCoinPay.answer, { ...challenge, url: 'https://bank.example/3ds' })).toMatchObject({
      kind: 'parsed',
    });
    expect(parse(createCoinPay.answer, challenge)).toEqual(malformedAt('url'));
    expect(parse(createCoinPay.answer, { ...challenge, url: '' })).toEqual(malformedAt('url'));
  });

  it('an order answer with an unknown status or outcome is refused as malformed', () => {
    expect(parse(createCoinPay.answer, { ...PLACED, platform_data: '{"status":"perhaps"}' })).toEqual(
      malformedAt('platform_data.status'),
    );
    expect(
      parse(createCoinPay.answer, { ...PLACED, platform_data: '{"status":"refused","outcome":"success"}' }),
    ).toEqual(malformedAt('platform_data.outcome'));
  });

  it('an order answer that is refused without an outcome is read with the outcome “other”', () => {
    expect(parse(createCoinPay.answer, { ...PLACED, platform_data: '{"status":"refused"}' })).toEqual({
      kind: 'parsed',
      value: { orderId: ORDER_ID, answer: { kind: 'refused', outcome: 'other' } },
    });
  });

  it('an order status with an invalid time or an unknown state is refused as malformed', () => {
    const status = { result: 0, state: 'paid', credited_at: null };
    expect(parse(readOrderStatus.answer, { ...status, credited_at: 'yesterday' })).toEqual(
      malformedAt('credited_at'),
    );
    expect(parse(readOrderStatus.answer, { ...status, state: 'lost' })).toEqual(malformedAt('state'));
    expect(parse(readOrderStatus.answer, { ...status, result: 2 })).toEqual(malformedAt('result'));
  });
});

describe('the report of a malformed request', () => {
  // The secret is in no field's path, so a report that contains it has repeated the value.
  const secret = fc
    .string({ minLength: 6, unit: fc.constantFrom(...Array.from('QWXZ!%9')) })
    .map((value) => `Q!${value}`);

  it('the report of a malformed request never repeats the wrong value, whatever field contains it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(CREATE)), secret, (field, value) => {
        const parsed = parse(createCoinPay.request, { ...CREATE, [field]: value });
        expect(parsed.kind).toBe('malformed');
        expect(JSON.stringify(parsed)).not.toContain(value);
      }),
    );
  });

  it('the report of a malformed request never repeats a value from inside a JSON text', () => {
    fc.assert(
      fc.property(secret, (value) => {
        const parsed = parse(createCoinPay.request, {
          ...CREATE,
          platform_data: JSON.stringify({ token: value, [value]: value }),
        });
        expect(parsed).toEqual(malformedAt('platform_data.token'));
      }),
    );
  });
});

it('unknown fields of a request are dropped', () => {
  expect(parse(createCoinPay.request, { ...CREATE, price: '0.01', cvv: '123' })).toEqual({
    kind: 'parsed',
    value: { rechargeId: 'gems-1060', recipientId: 71, payType: 23, card: { token: 'tok_12345678' } },
  });
});

it('a display id in a request is read with Arabic digits, a prefix and hidden marks', () => {
  expect(
    parse(findRecipient.request, { display_id: '\u200fID: \u0665\u0660\u0664\u0668\u0662\u0661\u0663' }),
  ).toEqual({
    kind: 'parsed',
    value: { displayId: '5048213' },
  });
});

it('a malformed request is reported with its first wrong field only', () => {
  const two = codec(v.object({ a: v.string(), b: v.string() }), (ours: { a: string; b: string }) => ours);
  expect(parse(two, { a: 1, b: 2 })).toEqual(malformedAt('a'));
});
