import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../server.ts';
import { SOCIAL_APPS } from './social-apps.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, providers: {} });
});
afterAll(() => sandbox.close());

async function post(path: string, body: object): Promise<{ status: number; json: Record<string, string> }> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

async function debugToken(
  token: string,
  key = `${SOCIAL_APPS.facebookAppId}|${SOCIAL_APPS.facebookAppSecret}`,
) {
  const query = new URLSearchParams({ input_token: token, access_token: key });
  const response = await fetch(`${sandbox.url}/social/facebook/debug_token?${query}`);
  return { status: response.status, json: (await response.json()) as { data: Record<string, unknown> } };
}

it.each([
  ['good', { app_id: SOCIAL_APPS.facebookAppId, user_id: '77', is_valid: true }],
  ['wrong-app', { app_id: '1700000000000002', is_valid: true }],
  ['expired', { is_valid: false }],
  ['other-user', { user_id: '10150000000009999', is_valid: true }],
  ['revoked', { is_valid: false }],
])('a Facebook access token of the kind %s is described as such', async (kind, state) => {
  const { status, json } = await post('/_control/social/facebook', { user_id: '77', kind });
  expect(status).toBe(201);
  expect((await debugToken(json['access_token'] ?? '')).json.data).toMatchObject(state);
});

it('an unknown Facebook token is invalid, and another app may not check tokens', async () => {
  expect((await debugToken('x')).json.data).toMatchObject({ is_valid: false });
  expect((await debugToken('x', 'someone|else')).status).toBe(400);
});

it('a Google id token is signed with the published key, except a forged one', async () => {
  const certs = (await (await fetch(`${sandbox.url}/social/google/certs`)).json()) as { keys: JsonWebKey[] };
  const key = createPublicKey({ key: certs.keys[0] ?? {}, format: 'jwk' });
  const isSigned = async (kind: string) => {
    const { json } = await post('/_control/social/google', { sub: '9', kind });
    const [header = '', claims = '', signature = ''] = (json['id_token'] ?? '').split('.');
    const isGood = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    return { isGood, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as object };
  };
  expect(await isSigned('good')).toMatchObject({
    isGood: true,
    claims: { sub: '9', aud: SOCIAL_APPS.googleClientId, iss: 'https://accounts.google.com' },
  });
  expect((await isSigned('forged')).isGood).toBe(false);
});

it('a sign-in token of an unknown kind or without a person is refused', async () => {
  expect((await post('/_control/social/facebook', { user_id: '77', kind: 'goood' })).status).toBe(400);
  expect((await post('/_control/social/facebook', {})).status).toBe(400);
  expect((await post('/_control/social/google', { sub: '9', kind: 'goood' })).status).toBe(400);
  expect((await post('/_control/social/google', {})).status).toBe(400);
});
