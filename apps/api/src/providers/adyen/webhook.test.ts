import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook, interpretWebhook } from './webhook.ts';

const KEYS = {
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  merchantAccount: 'MA',
};
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab';

interface WebhookParts {
  readonly eventCode?: string;
  readonly success?: string;
  readonly pspReference?: string;
  readonly originalReference?: string;
  readonly merchantReference?: string;
  readonly merchantAccountCode?: string;
  readonly amount?: { readonly value: number; readonly currency: string };
  readonly reason?: string;
  readonly additionalData?: Record<string, string>;
}

function sign(text: string): string {
  return createHmac('sha256', Buffer.from(KEYS.hmacKey, 'hex')).update(text).digest('base64');
}

function item(webhookParts: WebhookParts = {}, signature?: string): object {
  const one = {
    eventCode: 'AUTHORISATION',
    success: 'true',
    pspReference: 'PSP1',
    merchantAccountCode: 'MA',
    merchantReference: ORDER,
    amount: { value: 499, currency: 'USD' },
    ...webhookParts,
  };
  const { value, currency } = one.amount;
  const signed = `${one.pspReference}:${webhookParts.originalReference ?? ''}:${one.merchantAccountCode}:${one.merchantReference}:${value}:${currency}:${one.eventCode}:${one.success}`;
  const hmacSignature = signature ?? sign(signed);
  return {
    NotificationRequestItem: { ...one, additionalData: { ...webhookParts.additionalData, hmacSignature } },
  };
}

const bodyOf = (...notificationItems: object[]) => JSON.stringify({ live: 'false', notificationItems });
const read = (body: string) => readWebhook({ headers: {}, body: Buffer.from(body) }, KEYS);
const reading = (...items: WebhookParts[]) => read(bodyOf(...items.map((one) => item(one))));

describe('reading an Adyen webhook', () => {
  it('an Adyen webhook signed over its eight fields is read with its event, order and payment', () => {
    const signature = sign('PSP1::MA:ORD1:499:USD:AUTHORISATION:true');
    expect(read(bodyOf(item({ merchantReference: 'ORD1' }, signature)))).toEqual({
      kind: 'read',
      eventId: 'PSP1 AUTHORISATION true',
      eventType: 'AUTHORISATION',
      orderId: null,
      providerPaymentId: 'PSP1',
    });
    expect(reading({})).toMatchObject({ kind: 'read', orderId: ORDER });
  });

  it('a repeated webhook has the same event id; a webhook with another event or success has a different one', () => {
    const idOf = (webhookParts: WebhookParts) => (reading(webhookParts) as { eventId?: string }).eventId;
    expect(idOf({ reason: 'sent again' })).toBe(idOf({}));
    expect(new Set([idOf({}), idOf({ success: 'false' }), idOf({ eventCode: 'CAPTURE' })]).size).toBe(3);
  });

  it.each([
    ['pspReference', { pspReference: 'PSP2' }],
    ['originalReference', { originalReference: 'PSP0' }],
    ['merchantAccountCode', { merchantAccountCode: 'MB' }],
    ['merchantReference', { merchantReference: 'ORD2' }],
    ['amount', { amount: { value: 1, currency: 'USD' } }],
    ['currency', { amount: { value: 499, currency: 'JPY' } }],
    ['eventCode', { eventCode: 'CAPTURE' }],
    ['success', { success: 'false' }],
  ])('a webhook whose field %s differs from what was signed is forged', (_field, changed) => {
    const signature = sign(`PSP1::MA:${ORDER}:499:USD:AUTHORISATION:true`);
    expect(read(bodyOf(item({}, signature))).kind).toBe('read');
    expect(read(bodyOf(item(changed, signature)))).toEqual({ kind: 'forged' });
  });

  it.each(['', 'ab', 'AAAA', 'Z'.repeat(44)])('a webhook with the signature %j is forged', (signature) => {
    expect(read(bodyOf(item({}, signature)))).toEqual({ kind: 'forged' });
  });

  it.each(['', '[]', '{"notificationItems":[]}', '{"notificationItems":[{}]}', '{"not even":'])(
    'a webhook without a signature to check is forged: %j',
    (body) => expect(read(body)).toEqual({ kind: 'forged' }),
  );

  it('a signed webhook of another merchant account is unreadable', () => {
    expect(reading({ merchantAccountCode: 'Sister' })).toEqual({ kind: 'unreadable' });
  });

  it.each([
    ['a success that is neither yes nor no', { success: 'perhaps' }],
    ['an amount in parts of a cent', { amount: { value: 4.99, currency: 'USD' } }],
    ['a reason that is a number', { reason: 7 as unknown as string }],
    ['no reference of its own', { pspReference: '' }],
  ])('a signed webhook with %s is unreadable, and not dropped', (_what, webhookParts) => {
    expect(reading(webhookParts)).toEqual({ kind: 'unreadable' });
    expect(interpretWebhook(bodyOf(item(webhookParts)))).toBeNull();
  });

  it('a webhook with an unreadable success and a wrong signature is forged', () => {
    expect(read(bodyOf(item({ success: 'perhaps' }, sign('PSP1'))))).toEqual({ kind: 'forged' });
  });

  it('a signed webhook whose success is a boolean and not a text is unreadable, not forged', () => {
    const spoken = { ...item({}, sign(`PSP1::MA:${ORDER}:499:USD:AUTHORISATION:true`)) } as {
      NotificationRequestItem: object;
    };
    const body = bodyOf({ NotificationRequestItem: { ...spoken.NotificationRequestItem, success: true } });
    expect(read(body)).toEqual({ kind: 'unreadable' });
  });

  it('a webhook is read with its own payment or the payment it changes, and a won chargeback with no payment', () => {
    const change = { pspReference: 'PSP9', originalReference: 'PSP1' };
    expect(reading({ ...change, eventCode: 'REFUND' })).toMatchObject({ providerPaymentId: 'PSP1' });
    expect(reading({ ...change, eventCode: 'REPORT_AVAILABLE' })).toMatchObject({
      providerPaymentId: 'PSP1',
    });
    expect(reading({ eventCode: 'OFFER_CLOSED' })).toMatchObject({ providerPaymentId: 'PSP1' });
    expect(reading({ eventCode: 'CHARGEBACK_REVERSED' })).toMatchObject({
      kind: 'read',
      orderId: ORDER,
      providerPaymentId: null,
    });
  });
});

describe('an Adyen webhook with several items', () => {
  it('a webhook with a comment and a payment about one order is read as one event, which pays the order', () => {
    const report = { eventCode: 'ISSUER_COMMENTS', pspReference: 'PSP2', originalReference: 'PSP1' };
    expect(reading(report, {})).toEqual({
      kind: 'read',
      eventId: 'PSP2 ISSUER_COMMENTS true, PSP1 AUTHORISATION true',
      eventType: 'ISSUER_COMMENTS, AUTHORISATION',
      orderId: ORDER,
      providerPaymentId: 'PSP1',
    });
    expect(interpretWebhook(bodyOf(item(report), item()))).toMatchObject({ kind: 'paid' });
  });

  it('a webhook with items about two orders, or with two items that each change the order, is unreadable', () => {
    const other = { merchantReference: '0190a5b2-7c1e-7f00-8a00-000000000000' };
    expect(reading({ eventCode: 'CAPTURE' }, { ...other, eventCode: 'CAPTURE' }).kind).toBe('unreadable');
    expect(reading({}, { pspReference: 'PSP2', success: 'false' }).kind).toBe('unreadable');
    expect(reading({}, { eventCode: 'SOMETHING_NEW' }).kind).toBe('unreadable');
    expect(reading({}, { eventCode: 'NOTIFICATION_OF_FRAUD' }).kind).toBe('unreadable');
  });

  it('a webhook with items about two orders is unreadable also when one of the items is only a comment', () => {
    const comment = { eventCode: 'ISSUER_COMMENTS', pspReference: 'PSP2', originalReference: 'PSP1' };
    const other = { ...comment, merchantReference: '0190a5b2-7c1e-7f00-8a00-000000000000' };
    expect(reading({}, comment).kind).toBe('read');
    expect(reading({}, other)).toEqual({ kind: 'unreadable' });
  });

  it('a webhook with one item that is unreadable or of another merchant account is unreadable as a whole', () => {
    const comment = { eventCode: 'ISSUER_COMMENTS', pspReference: 'PSP2', originalReference: 'PSP1' };
    expect(reading({}, { ...comment, merchantAccountCode: 'Sister' })).toEqual({ kind: 'unreadable' });
    expect(reading({}, { ...comment, success: 'perhaps' })).toEqual({ kind: 'unreadable' });
    expect(interpretWebhook(bodyOf(item(), item({ ...comment, success: 'perhaps' })))).toBeNull();
  });

  it('a webhook with one forged item is forged as a whole', () => {
    expect(read(bodyOf(item(), item({ pspReference: 'PSP2' }, sign('nothing'))))).toEqual({ kind: 'forged' });
  });
});

describe('Adyen’s webhook about saved cards, signed as a whole', () => {
  const event = (type: string) => JSON.stringify({ eventId: 'EV1', type, data: { merchantAccount: 'MA' } });
  const whole = (body: string, hmacsignature = sign(body)) =>
    readWebhook({ headers: { hmacsignature }, body: Buffer.from(body) }, KEYS);

  it('a webhook about a created card token changes nothing, and a webhook of an unknown type is reported by name', () => {
    const body = event('recurring.token.created');
    expect(whole(body)).toEqual({
      kind: 'read',
      eventId: 'EV1',
      eventType: 'recurring.token.created',
      orderId: null,
      providerPaymentId: null,
    });
    expect(interpretWebhook(body)).toEqual({ kind: 'nothing' });
    expect(interpretWebhook(event('recurring.token.eaten'))).toEqual({
      kind: 'unheard-of',
      eventType: 'recurring.token.eaten',
    });
  });

  it('a saved-card webhook with a wrong or missing signature is forged, and a signed one that cannot be read is unreadable', () => {
    expect(whole(event('recurring.token.created'), sign('else'))).toEqual({ kind: 'forged' });
    expect(read(event('recurring.token.created'))).toEqual({ kind: 'forged' });
    expect(whole('{"live":"false"}')).toEqual({ kind: 'unreadable' });
    expect(whole('nonsense')).toEqual({ kind: 'unreadable' });
  });
});
