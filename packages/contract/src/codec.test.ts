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

describe('a malformed request is named by its path', () => {
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
  ])('%s of an order', (where, change) => {
    expect(parse(createCoinPay.request, CREATE)).toMatchObject({ kind: 'parsed' });
    expect(parse(createCoinPay.request, { ...CREATE, ...change })).toEqual(malformedAt(where));
  });

  it.each(['1234', 'not digits', '', '1'.repeat(21), `12345${' '.repeat(60)}`])(
    'display_id %j',
    (display_id) => {
      expect(parse(findRecipient.request, { display_id })).toEqual(malformedAt('display_id'));
    },
  );

  it.each([ORDER_ID.toUpperCase(), `${ORDER_ID} `, '1', '', 7, null])('order id %j', (order_id) => {
    expect(parse(submitAuthenticationResult.request, { order_id })).toEqual(malformedAt('order_id'));
    expect(parse(readOrderStatus.request, { zp_orderid: order_id })).toEqual(malformedAt('zp_orderid'));
    expect(parse(cancelOrder.request, { app_order: order_id })).toEqual(malformedAt('app_order'));
    expect(parse(readOrder.request, { order_id })).toEqual(malformedAt('order_id'));
  });

  it('a reason that is too long, a channel that is not known, a uid that is none', () => {
    expect(parse(cancelOrder.request, { app_order: ORDER_ID, reason: 'x'.repeat(101) })).toEqual(
      malformedAt('reason'),
    );
    expect(parse(readSiteConfig.request, { channel: 'secrets' })).toEqual(malformedAt('channel'));
    expect(parse(listGemPacks.request, { uid: 'me' })).toEqual(malformedAt('uid'));
  });

  it.each([null, undefined, 7, 'text', true])('%j is refused as a malformed request', (wire) => {
    expect(parse(createCoinPay.request, wire)).toEqual(malformedAt('request'));
  });

  it('the place inside a list is named too', () => {
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
  it('a challenge without an address is no answer: the payer would face an empty frame', () => {
    const challenge = { ...PLACED, platform_data: '{"status":"challenge"}' };
    expect(parse(createCoinPay.answer, { ...challenge, url: 'https://bank.example/3ds' })).toMatchObject({
      kind: 'parsed',
    });
    expect(parse(createCoinPay.answer, challenge)).toEqual(malformedAt('url'));
    expect(parse(createCoinPay.answer, { ...challenge, url: '' })).toEqual(malformedAt('url'));
  });

  it('a status or an outcome that nobody knows', () => {
    expect(parse(createCoinPay.answer, { ...PLACED, platform_data: '{"status":"perhaps"}' })).toEqual(
      malformedAt('platform_data.status'),
    );
    expect(
      parse(createCoinPay.answer, { ...PLACED, platform_data: '{"status":"refused","outcome":"success"}' }),
    ).toEqual(malformedAt('platform_data.outcome'));
  });

  it('a refusal without an outcome is other', () => {
    expect(parse(createCoinPay.answer, { ...PLACED, platform_data: '{"status":"refused"}' })).toEqual({
      kind: 'parsed',
      value: { orderId: ORDER_ID, answer: { kind: 'refused', outcome: 'other' } },
    });
  });

  it('a time that is no time, a state that is no state', () => {
    const status = { result: 0, state: 'paid', credited_at: null };
    expect(parse(readOrderStatus.answer, { ...status, credited_at: 'yesterday' })).toEqual(
      malformedAt('credited_at'),
    );
    expect(parse(readOrderStatus.answer, { ...status, state: 'lost' })).toEqual(malformedAt('state'));
    expect(parse(readOrderStatus.answer, { ...status, result: 2 })).toEqual(malformedAt('result'));
  });
});

describe('what was wrong is never repeated', () => {
  // Not a word of any path, so that finding it means it was echoed.
  const secret = fc
    .string({ minLength: 6, unit: fc.constantFrom(...Array.from('QWXZ!%9')) })
    .map((value) => `Q!${value}`);

  it('whatever field carries it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(CREATE)), secret, (field, value) => {
        const parsed = parse(createCoinPay.request, { ...CREATE, [field]: value });
        expect(parsed.kind).toBe('malformed');
        expect(JSON.stringify(parsed)).not.toContain(value);
      }),
    );
  });

  it('not from inside a JSON text either', () => {
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

it('what nobody asked for is dropped at the door', () => {
  expect(parse(createCoinPay.request, { ...CREATE, price: '0.01', cvv: '123' })).toEqual({
    kind: 'parsed',
    value: { rechargeId: 'gems-1060', recipientId: 71, payType: 23, card: { token: 'tok_12345678' } },
  });
});

it('a display id is read as people write it, also from an old link', () => {
  expect(
    parse(findRecipient.request, { display_id: '\u200fID: \u0665\u0660\u0664\u0668\u0662\u0661\u0663' }),
  ).toEqual({
    kind: 'parsed',
    value: { displayId: '5048213' },
  });
});

it('only the first thing wrong is named', () => {
  const two = codec(v.object({ a: v.string(), b: v.string() }), (ours: { a: string; b: string }) => ours);
  expect(parse(two, { a: 1, b: 2 })).toEqual(malformedAt('a'));
});
