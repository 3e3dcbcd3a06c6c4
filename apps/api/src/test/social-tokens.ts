import { readSignInProviders } from '@jawhara/contract';
import type { Visitor } from './visitor.ts';

/** Calls twice: the first answer sets the device's cookie, and only the second one contains the device's nonce. */
export async function googleNonce(visitor: Visitor): Promise<string> {
  await visitor.call(readSignInProviders, {});
  return (await visitor.call(readSignInProviders, {})).value?.google?.nonce ?? '';
}

/** Has the sandbox's social providers issue valid and invalid sign-in tokens, without a browser. */
export function socialTokens(sandboxUrl: string) {
  const mint = async (provider: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${sandboxUrl}/_control/social/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`sandbox ${provider}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  return {
    async facebook(userId: string, kind = 'good') {
      const { access_token = '' } = await mint('facebook', { user_id: userId, kind });
      return { userId, accessToken: access_token };
    },
    async google(subject: string, kind = 'good', nonce?: string) {
      const { id_token = '' } = await mint('google', { sub: subject, kind, nonce });
      return { idToken: id_token };
    },
    /** The token as this device's page would get it: with the nonce from the server. */
    async googleOn(visitor: Visitor, subject: string, kind = 'good') {
      const { idToken } = await this.google(subject, kind, await googleNonce(visitor));
      return { idToken };
    },
  };
}
