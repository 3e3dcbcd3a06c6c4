import type { WalletToken } from '../../../sandbox/src/apple-pay/wallet-tokens.ts';

/** The token that a wallet's sheet gives the page after the payer agreed, as the page sends it on. */
export async function walletToken(sandboxUrl: string, scenario: string): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/apple-pay/token?scenario=${scenario}`);
  if (!answer.ok) throw new Error(`no token: ${answer.status}`);
  const { paymentData } = (await answer.json()) as WalletToken;
  return Buffer.from(JSON.stringify(paymentData)).toString('base64');
}
