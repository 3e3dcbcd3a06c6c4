import type { PayWith } from '@jawhara/domain';
import type { GooglePaymentData, SealedFor } from '../../../sandbox/src/google-pay/google-tokens.ts';

/** The token that Google Pay gives the page after the payer agreed: a card encrypted for one provider. */
export async function googleToken(
  sandboxUrl: string,
  scenario: string,
  sealedFor: SealedFor,
): Promise<Extract<PayWith, { googlePayToken: string }>> {
  const answer = await fetch(`${sandboxUrl}/google-pay/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario, ...sealedFor }),
  });
  if (!answer.ok) throw new Error(`no token: ${answer.status}`);
  const { paymentMethodData } = (await answer.json()) as GooglePaymentData;
  return { googlePayToken: paymentMethodData.tokenizationData.token };
}
