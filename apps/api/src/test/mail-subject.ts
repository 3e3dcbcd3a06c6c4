import { accountId, CHECKOUT_COM_CARD, usdCents, type DisplayId, type OrderId } from '@jawhara/domain';
import { readWrittenFacts } from '../legal/operator-facts.ts';
import type { MailSubject } from '../mails/mail-content.ts';
import type { StoredOrder } from '../orders/store/order.store.ts';

const operator = readWrittenFacts(null, {
  takesRealMoney: false,
  fines: { baseUsdCents: usdCents(1_000), maxUsdCents: usdCents(10_000) },
  promises: { deliveryLimitHours: 24, decisionWorkingDays: 3 },
});

const ORDER = {
  id: '019a0000-0000-7000-8000-000000000001' as OrderId,
  purpose: 'gems',
  recipientId: accountId(1001),
  priceUsdCents: usdCents(999),
  gems: 1060,
  payType: CHECKOUT_COM_CARD,
  createdAt: new Date('2026-11-18T07:42:00Z'),
} as unknown as StoredOrder;

/** The content of a mail about always the same order, to a recipient with this name. */
export function subjectFor(nickname: string, changed: Partial<MailSubject> = {}): MailSubject {
  const locale = changed.locale ?? 'ar';
  return {
    facts: { kind: 'receipt' },
    locale,
    order: ORDER,
    recipient: { accountId: accountId(1001), displayId: '5048213' as DisplayId, nickname, iconUrl: null },
    paidWith: { scheme: 'visa', last4: '4242', fingerprint: null },
    operator: operator[locale],
    receiptUrl: 'https://jawhara.example/receipt#link',
    orderUrl: 'https://jawhara.example/order#link',
    stopUrl: 'https://jawhara.example/mail-stop#link',
    ...changed,
  };
}
