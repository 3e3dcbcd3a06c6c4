const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab';

export const SOURCE = {
  id: 'src_1',
  type: 'card',
  scheme: 'Visa',
  last_4: '4242',
  bin: '424242',
  fingerprint: 'F31828E2BDABAE63',
  expiry_month: 7,
  expiry_year: 2031,
  issuer_country: 'SA',
};

/** Disputes and 3-D Secure steps have their own id, and the payment's id in a field beside it. */
function dataOf(type: string): object {
  const beside = { payment_id: 'pay_1', payment_reference: ORDER };
  if (type.startsWith('dispute_')) return { id: 'dsp_1', ...beside, amount: 999, currency: 'USD' };
  // Events of 3-D Secure write the amount as text.
  if (type.startsWith('authentication_'))
    return { session_id: 'sid_1', ...beside, amount: '9.99', currency: 'USD' };
  if (type === 'report_generated') return { report_id: 'rpt_1', tags: ['payout_id:1'] };
  const payment = { id: 'pay_1', action_id: 'act_1', reference: ORDER, amount: 999, currency: 'USD' };
  return { ...payment, source: SOURCE };
}

/** An event of that type as the provider writes it; `more` is laid over its data. */
export function eventBody(type: string, more: object = {}, head: object = { id: 'evt_1' }): string {
  return JSON.stringify({ ...head, type, version: '1.0.0', data: { ...dataOf(type), ...more } });
}
