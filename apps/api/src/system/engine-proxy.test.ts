import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { resumeFlow, troubledFlows } from '../platform/restate-admin.ts';
import { releaseDesk } from '../platform/restate-deployments.ts';
import { isEngineHealthy, isRegistered, runningBuild } from '../platform/restate.ts';
import { startEngineProxy, type EngineProxy } from '../test/engine-proxy.ts';
import { runOps } from '../test/run-ops.ts';
import { balanceOf, openShop, type Shop } from '../test/shop.ts';

/** Tests a whole shop behind the proxy of deploy/engines, which requires tokens, and callers without tokens. */

const tokens = { ingress: randomBytes(24).toString('hex'), admin: randomBytes(24).toString('base64url') };
let proxy: EngineProxy;
let shop: Shop;
beforeAll(async () => {
  proxy = await startEngineProxy(tokens);
  shop = await openShop({
    env: {
      RESTATE_INGRESS_URL: proxy.ingressUrl,
      RESTATE_INGRESS_TOKEN: tokens.ingress,
      RESTATE_ADMIN_URL: proxy.adminUrl,
      RESTATE_ADMIN_TOKEN: tokens.admin,
    },
  });
});
afterAll(async () => {
  await shop.close();
  await proxy.stop();
});

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, init);
  await answer.body?.cancel();
  return answer.status;
}

const WITHOUT_TOKEN: readonly (readonly [string, () => Record<string, string>])[] = [
  ['no header', () => ({})],
  ['another token', () => bearer('x'.repeat(48))],
  ['the beginning of the token', () => bearer(tokens.admin.slice(0, -1))],
  ['the token of the other address', () => bearer(tokens.ingress)],
  ['an empty token', () => ({ authorization: 'Bearer ' })],
  ['another scheme', () => ({ authorization: `Basic ${tokens.admin}` })],
  ['a token in another header', () => ({ 'x-authorization': `Bearer ${tokens.admin}` })],
];

describe('the engine’s admin', () => {
  it.each(WITHOUT_TOKEN)('the engine’s admin API answers 401 to %s on every path', async (_what, headers) => {
    const answered: string[] = [];
    for (const [path, method] of [
      ['/deployments', 'GET'],
      ['/deployments', 'POST'],
      ['/query', 'POST'],
      ['/invocations/inv_x/kill', 'PATCH'],
      ['/health', 'GET'],
      ['/ui', 'GET'],
      ['//deployments', 'GET'],
      ['/deployments?authorization=Bearer', 'GET'],
    ] as const) {
      const status = await statusOf(`${proxy.adminUrl}${path}`, { method, headers: headers() });
      if (status !== 401) answered.push(`${method} ${path}: ${status}`);
    }
    expect(answered).toEqual([]);
  });

  it('the engine’s admin API accepts its token for all calls that the program makes', async () => {
    expect(await statusOf(`${proxy.adminUrl}/deployments`, { headers: bearer(tokens.admin) })).toBe(200);
    expect(await isRegistered(shop.env.restateAdmin, shop.env.orderObject)).toBe(true);
    expect(await troubledFlows(shop.env.restateAdmin, shop.env.orderObject)).toMatchObject({ isAll: true });
    expect(await resumeFlow(shop.env.restateAdmin, 'inv_x')).toBe('not-there');
    const deployments = await releaseDesk(shop.env.restateAdmin, shop.env.orderObject).deployments();
    expect(deployments?.some(({ isNewest }) => isNewest)).toBe(true);
  });

  it('a program without the token for the engine’s admin API finds the engine unreachable', async () => {
    const admin = { ...shop.env.restateAdmin, token: null };
    expect(await isRegistered(admin, shop.env.orderObject)).toBe(false);
    expect(await troubledFlows(admin, shop.env.orderObject)).toBeNull();
    expect(await releaseDesk(admin, shop.env.orderObject).deployments()).toBeNull();
  });

  it('the operator command line reaches the engine’s admin API with the token of its environment', async () => {
    const { code, out } = await runOps(shop, 'deploy', 'status');
    expect([code, out]).toEqual([0, expect.stringContaining('local')]);
    const without = { ...shop, env: { ...shop.env, restateAdmin: { url: proxy.adminUrl, token: null } } };
    expect((await runOps(without, 'deploy', 'status')).code).not.toBe(0);
  });
});

describe('the engine’s ingress', () => {
  const order = () => `${proxy.ingressUrl}/${shop.env.orderObject}/0197a000-0000-7000-8000-000000000001/look`;

  it('the engine’s address for calls answers 401 to a call without its token', async () => {
    for (const headers of [{}, bearer(tokens.admin), bearer('x'.repeat(48))]) {
      expect(await statusOf(order(), { method: 'POST', headers })).toBe(401);
      expect(await statusOf(`${order()}/send`, { method: 'POST', headers })).toBe(401);
      expect(await statusOf(`${proxy.ingressUrl}/restate/health`, { headers })).toBe(401);
    }
    expect(await isEngineHealthy({ ...shop.env.restateIngress, token: null })).toBe(false);
  });

  it('a visitor buys gems through the engine behind the proxy, and its token is in no journal or log', async () => {
    const before = await balanceOf(shop.db, 1001);
    const { value } = await shop.visitor().buy('approve', { recipientId: 1001 });
    expect(value?.answer.kind).toBe('paid');
    await vi.waitFor(async () => expect(await balanceOf(shop.db, 1001)).toBeGreaterThan(before), PATIENCE_MS);
    expect(await isEngineHealthy(shop.env.restateIngress)).toBe(true);
    expect(await runningBuild(shop.env.restateIngress, shop.env.orderObject, Date.now())).toBe('local');
    const journal = await fetch(`${inject('restateAdminUrl')}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        query: `select j.* from sys_journal j join sys_invocation i on i.id = j.id where i.target_service_name = '${shop.env.orderObject}'`,
      }),
    });
    const text = await journal.text();
    expect(text).toContain('pay');
    expect(text.toLowerCase()).not.toContain('authorization');
    expect(text).not.toContain(tokens.ingress);
    expect(shop.log()).not.toContain(tokens.ingress);
  });
});
