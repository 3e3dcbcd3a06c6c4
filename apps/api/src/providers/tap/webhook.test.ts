import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { interpretWebhook, readWebhook, signedText } from './webhook.ts';
import { CHARGE, ORDER, SECRET_KEY } from './test/tap-answering.ts';

const hash = (text: string, key = SECRET_KEY): string => createHmac('sha256', key).update(text).digest('hex');

const SIGNED =
  'x_idchg_TS1x_amount9.99x_currencyUSDx_gateway_referencegw1x_payment_referencepay1x_statusCAPTUREDx_created1763279400000';

function read(object: unknown, hashstring: string | string[] | undefined) {
  return readWebhook({ headers: { hashstring }, body: Buffer.from(JSON.stringify(object)) }, SECRET_KEY);
}

const readSigned = (object: object) => read(object, hash(signedText(object) ?? ''));

const REFUND = { id: 're_1', amount: 4, currency: 'USD', charge_id: 'chg_TS1', created: '1763279500000' };

describe('the signed text of a Tap webhook', () => {
  it('the signed text has the fields in their order, and the amount with all decimals of its currency', () => {
    expect(signedText(CHARGE)).toBe(SIGNED);
    expect(signedText({ ...CHARGE, amount: 10 })).toContain('x_amount10.00x_');
    expect(signedText({ ...CHARGE, amount: 1.5, currency: 'KWD' })).toContain('x_amount1.500x_currencyKWD');
    expect(signedText({ ...CHARGE, amount: '1.500', currency: 'BHD' })).toContain('x_amount1.500x_');
    expect(signedText({ ...CHARGE, amount: 500, currency: 'JPY' })).toContain('x_amount500x_');
  });

  it('the signed text of a refund without references leaves their places empty', () => {
    expect(signedText({ ...REFUND, status: 'REFUNDED' })).toBe(
      'x_idre_1x_amount4.00x_currencyUSDx_gateway_referencex_payment_referencex_statusREFUNDEDx_created1763279500000',
    );
  });

  it.each([
    ['three decimals of dollars as its amount', { ...CHARGE, amount: 9.999 }],
    ['a negative amount', { ...CHARGE, amount: -1 }],
    ['a word as its amount', { ...CHARGE, amount: 'much' }],
    ['an empty body', null],
  ])('a webhook with %s has no signed text and is forged', (_name, object) => {
    expect(signedText(object)).toBeNull();
    expect(read(object, hash(SIGNED))).toEqual({ kind: 'forged' });
  });
});

describe('the signature of a Tap webhook', () => {
  it('a signed webhook is read with its event, its order and its charge', () => {
    expect(read(CHARGE, hash(SIGNED))).toEqual({
      kind: 'read',
      eventId: 'chg_TS1-CAPTURED',
      eventType: 'chg CAPTURED',
      orderId: ORDER,
      providerPaymentId: 'chg_TS1',
    });
    expect(readSigned({ ...REFUND, status: 'REFUNDED', reference: { merchant: ORDER } })).toEqual({
      kind: 'read',
      eventId: 're_1-REFUNDED',
      eventType: 're REFUNDED',
      orderId: ORDER,
      providerPaymentId: 'chg_TS1',
    });
  });

  it.each([
    ['no signature', undefined],
    ['two signature headers', [hash(SIGNED), hash(SIGNED)]],
    ['a signature by another key', hash(SIGNED, 'sk_of_somebody')],
    ['half a signature', hash(SIGNED).slice(0, 32)],
  ])('a Tap webhook with %s is forged', (_name, hashstring) => {
    expect(read(CHARGE, hashstring)).toEqual({ kind: 'forged' });
  });

  it.each(['id', 'amount', 'currency', 'status'])(
    'a webhook whose field %s differs from what was signed is forged',
    (field) => {
      const other = { id: 'chg_TS9', amount: 1, currency: 'SAR', status: 'REFUNDED' }[field];
      expect(read({ ...CHARGE, [field]: other }, hash(SIGNED))).toEqual({ kind: 'forged' });
    },
  );

  it('a signed webhook whose order cannot be read is unreadable', () => {
    expect(readSigned({ ...CHARGE, reference: { ...CHARGE.reference, order: 7 } })).toEqual({
      kind: 'unreadable',
    });
  });
});

describe('the meaning of a Tap webhook', () => {
  const said = (object: object) => interpretWebhook(JSON.stringify(object));

  it('charge webhooks are read by their status as paid, as refused, or with an unknown result', () => {
    expect(said(CHARGE)).toMatchObject({ kind: 'paid', money: { currency: 'USD', minorUnits: 999 } });
    expect(said({ ...CHARGE, status: 'DECLINED', response: { code: '514' } })).toMatchObject({
      kind: 'refused',
      outcome: 'high-risk',
    });
    expect(said({ ...CHARGE, status: 'UNKNOWN' })).toMatchObject({ kind: 'unknown' });
  });

  it('a webhook about a voided charge is read as a reversal of the whole amount', () => {
    expect(said({ ...CHARGE, status: 'VOID' })).toMatchObject({
      returned: { how: 'reversal', stage: 'taken', returnId: 'chg_TS1', money: { minorUnits: 999 } },
    });
  });

  it.each([
    ['PENDING', { returned: { stage: 'announced' } }],
    ['IN_PROGRESS', { returned: { stage: 'announced' } }],
    ['ACCEPTED', { returned: { stage: 'announced' } }],
    ['REFUNDED', { returned: { stage: 'taken', money: { currency: 'USD', minorUnits: 400 } } }],
    ['CANCELLED', { returned: { stage: 'given-back' } }],
    ['FAILED', { returned: { stage: 'given-back' } }],
    ['DECLINED', { returned: { stage: 'given-back' } }],
    ['RESTRICTED', { returned: { stage: 'given-back' } }],
    ['TIMEDOUT', { kind: 'person' }],
    ['UNKNOWN', { kind: 'person' }],
    ['SOMETHING_NEW', { kind: 'unheard-of' }],
  ])('a webhook about a refund with the status %s is read with its right meaning', (status, word) => {
    expect(said({ ...REFUND, status })).toMatchObject(word);
  });

  it('a webhook about an unknown kind of object is reported by its name', () => {
    expect(said({ id: 'inv_1', status: 'PAID' })).toEqual({ kind: 'unheard-of', eventType: 'inv PAID' });
  });
});
