import type { WalletToken } from '@jawhara/domain';
import type { WalletToken as AppleToken } from '../../../sandbox/src/apple-pay/wallet-tokens.ts';

/** Agrees at PayerMax's button, which was opened with our session, with the card of the scenario. */
export async function agreeAtButton(
  sandboxUrl: string,
  sessionJson: string,
  scenario: string,
): Promise<WalletToken> {
  const keys = JSON.parse(sessionJson) as { clientKey: string; sessionKey: string };
  const sheet = await fetch(`${sandboxUrl}/apple-pay/token?scenario=${scenario}`);
  const { paymentData, paymentMethod } = (await sheet.json()) as AppleToken;
  const answer = await fetch(`${sandboxUrl}/payermax/dropin/apple-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...keys, paymentData }),
  });
  const { code, data } = (await answer.json()) as { code: string; data?: { paymentToken: string } };
  if (!data) throw new Error(`the button gave nothing: ${code}`);
  const tokenFields = { paymentToken: data.paymentToken, sessionKey: keys.sessionKey };
  return {
    walletToken: Buffer.from(JSON.stringify(tokenFields)).toString('base64'),
    methodType: paymentMethod.type,
  };
}
