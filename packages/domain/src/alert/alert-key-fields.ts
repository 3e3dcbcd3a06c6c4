import type { OrderId } from '../order/order.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import type { ProviderNumber } from '../provider/providers.ts';

/**
 * The fields from which each part of an alert's key is made. They are in the alert's detail under the same names, so no alert can
 * be raised without them. `payment`, and the payment of a refund or a finding, have a column of their own.
 */
export interface KeyFields {
  readonly order: { readonly orderId: OrderId };
  readonly payment: { readonly providerPaymentId: string };
  /** The amount that a provider reported, as text. A report of another amount raises another alert. */
  readonly amount: { readonly told: string };
  readonly provider: { readonly provider: ProviderNumber };
  readonly refund: { readonly refund: string; readonly providerPaymentId: string | null };
  /** The provider's id of a refund, a dispute or a reversal. */
  readonly return: { readonly returnId: string };
  readonly webhook: { readonly notification: string };
  readonly wallet: { readonly wallet: PayType };
  readonly flow: { readonly flow: string };
  /** A failed step of the work on an order: which event started the work, and the webhook if the event was one. */
  readonly step: {
    readonly orderId: OrderId;
    readonly event: string;
    readonly step: string;
    readonly notification: string | null;
  };
  readonly build: { readonly build: string };
  readonly ticket: { readonly ticket: string };
  /** The id of a mail in the outbox. */
  readonly mail: { readonly mail: string };
  /** Host and port of the mail server. */
  readonly mailServer: { readonly mailServer: string };
  readonly finding: { readonly finding: string; readonly providerPaymentId: string | null };
  readonly report: { readonly provider: ProviderNumber; readonly day: string };
}

export type AlertKeyPart = keyof KeyFields;
