import type { AlertKind } from './alert-kind.ts';
import { ALERT_KINDS } from './alert-kind.ts';
import type { AlertKeyPart, KeyFields } from './alert-key-fields.ts';

/**
 * How each part of an alert's key is written in the stored subject. Existing rows have these formats, so they must not change.
 */
const PART_TEXTS: { readonly [Part in AlertKeyPart]: (fields: KeyFields[Part]) => string | null } = {
  order: ({ orderId }) => orderId,
  payment: () => null,
  amount: ({ told }) => told,
  provider: ({ provider }) => `provider:${provider}`,
  refund: ({ refund }) => `refund:${refund}`,
  return: ({ returnId }) => `return:${returnId}`,
  webhook: ({ notification }) => notification,
  wallet: ({ wallet }) => `wallet:${wallet}`,
  flow: ({ flow }) => `flow:${flow}`,
  step: ({ orderId, event, step, notification }) => `step:${orderId}:${notification ?? event}:${step}`,
  build: ({ build }) => `build:${build}`,
  ticket: ({ ticket }) => `ticket:${ticket}`,
  mail: ({ mail }) => `mail:${mail}`,
  mailServer: ({ mailServer }) => `mail-server:${mailServer}`,
  finding: ({ finding }) => finding,
  report: ({ provider, day }) => `report:${provider}:${day}`,
};

type PartOf<Kind extends AlertKind> = (typeof ALERT_KINDS)[Kind]['key'][number];

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Fields needed to raise an alert of this kind. A call that leaves one out does not compile. */
export type AlertFields<Kind extends AlertKind> = Intersection<KeyFields[PartOf<Kind>]>;

/** Kinds whose key is only the order. */
export type OrderOnlyAlertKind = {
  [Kind in AlertKind]: [PartOf<Kind>] extends ['order'] ? Kind : never;
}[AlertKind];

/** Two alerts of a kind are the same if both texts are equal. */
export interface AlertKey {
  readonly subject: string;
  readonly providerPaymentId: string;
}

/** [ALR-02] The key of an alert: another webhook, payment, refund or amount has another key and so raises another alert. */
export function alertKey<Kind extends AlertKind>(kind: Kind, fields: AlertFields<Kind>): AlertKey {
  const parts: readonly AlertKeyPart[] = ALERT_KINDS[kind].key;
  const all = fields as Partial<KeyFields['refund']>;
  const texts = parts.map((part) => PART_TEXTS[part](fields as never)).filter((text) => text !== null);
  const hasPayment = parts.some((part) => part === 'payment' || part === 'refund' || part === 'finding');
  return { subject: texts.join(' '), providerPaymentId: (hasPayment && all.providerPaymentId) || '' };
}
