import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../server.ts';
import { PEOPLE } from './people.ts';
import { SOCIAL_APPS } from './social-apps.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, providers: {} });
});
afterAll(() => sandbox.close());

const get = (path: string) => fetch(`${sandbox.url}${path}`);
const choose = (provider: string, person: unknown, nonce?: string) =>
  fetch(`${sandbox.url}/social/${provider}/chosen`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person, nonce }),
  });

it.each(['/social/facebook/ar_AR/sdk.js', '/social/google/gsi/client'])(
  'the sign-in script %s runs as a classic script, which is no module',
  async (path) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toContain('javascript');
    const script = await response.text();
    expect(() => new Script(script)).not.toThrow();
  },
);

it('the sign-in window lists its test persons, and refuses an origin that is not local', async () => {
  for (const provider of ['facebook', 'google'] as const) {
    const page = await (
      await get(`/social/${provider}/choose?origin=${encodeURIComponent('http://127.0.0.1:4100')}`)
    ).text();
    for (const { id } of PEOPLE[provider]) expect(page).toContain(`data-person="${id}"`);
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', '*', ''])
      expect((await get(`/social/${provider}/choose?origin=${encodeURIComponent(origin)}`)).status).toBe(400);
  }
});

it('a test person chosen for sign-in comes with a token that the provider confirms', async () => {
  const facebook = (await (await choose('facebook', PEOPLE.facebook[0].id)).json()) as Record<string, string>;
  const query = new URLSearchParams({
    input_token: facebook['accessToken'] ?? '',
    access_token: `${SOCIAL_APPS.facebookAppId}|${SOCIAL_APPS.facebookAppSecret}`,
  });
  expect(await (await get(`/social/facebook/debug_token?${query}`)).json()).toMatchObject({
    data: { is_valid: true, user_id: facebook['userID'] },
  });
  const claimsFor = async (nonce?: string) => {
    const google = (await (await choose('google', PEOPLE.google[0].id, nonce)).json()) as {
      id_token: string;
    };
    return JSON.parse(Buffer.from(google.id_token.split('.')[1] ?? '', 'base64url').toString()) as object;
  };
  const claims = await claimsFor();
  expect(claims).toMatchObject({ sub: PEOPLE.google[0].id, aud: SOCIAL_APPS.googleClientId });
  expect(claims).not.toHaveProperty('nonce');
  expect(await claimsFor('n-1')).toMatchObject({ nonce: 'n-1' });
});

it.each(['somebody', '', null, ['10150000000001001']])(
  'choosing the test person %j for sign-in is refused with 400',
  async (person) => {
    expect((await choose('facebook', person)).status).toBe(400);
    expect((await choose('google', person)).status).toBe(400);
  },
);
