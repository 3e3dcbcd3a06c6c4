/** Asks the social providers of the sandbox for proofs, good and bad, without a browser. */
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
    async google(subject: string, kind = 'good') {
      const { id_token = '' } = await mint('google', { sub: subject, kind });
      return { idToken: id_token };
    },
  };
}
