import type { OrderId } from '@jawhara/domain';
import { orderIdOf, type UrlParameters } from '../../browser/url-parameters.ts';

/** A payer whom a provider's own page sent back to ours. */
export interface ProviderReturn {
  readonly orderId: OrderId;
  readonly deviceId: string | null;
  /** Where the result is asked for and shown, without the flag: a reload there is no second return. */
  readonly address: string;
}

/** Null: an ordinary visit. For a test the last order of this device stands in where none is named. */
export function providerReturn(
  parameters: UrlParameters,
  lastOrderId: OrderId | null,
): ProviderReturn | null {
  const { isReturn, isTestReturn, returnedDeviceId: deviceId, redirectResult } = parameters;
  const named = orderIdOf(parameters);
  const isReal = isReturn === '1' && deviceId !== null;
  const orderId = isTestReturn === null ? named : (named ?? lastOrderId);
  if ((!isReal && isTestReturn === null) || orderId === null) return null;
  const query = new URLSearchParams({ step: 'returned', order_id: orderId });
  if (redirectResult !== null) query.set('redirectResult', redirectResult);
  return { orderId, deviceId, address: `/pay-step?${query}` };
}
