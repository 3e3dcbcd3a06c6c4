import Fastify from 'fastify';
import postgres from 'postgres';
import { buy, buyByEngine, type BareEnv, type Purchase } from './bare-purchase.ts';

/**
 * The bare shop does the work of ours with nothing around it: the same statements on the same tables and the same call to the
 * provider, in plain Fastify handlers without contract or guards. The ratio of both speeds shows what our code adds.
 */
const read = (name: string): string => process.env[name] ?? '';
const sql = postgres(read('DATABASE_URL'), { max: 20, onnotice: () => {} });
const env: BareEnv = {
  providerUrl: read('CHECKOUT_COM_API_URL'),
  secretKey: read('CHECKOUT_COM_SECRET_KEY'),
  engineUrl: read('RESTATE_INGRESS_URL'),
};

const server = Fastify();
server.post<{ Body: Purchase }>('/purchase', ({ body }) => buy(sql, env, body));
server.post<{ Body: Purchase }>('/purchase-by-engine', ({ body }) => buyByEngine(sql, env, body));
server.get<{ Querystring: { display_id: string } }>('/look-up', async ({ query }) => {
  const [account] = await sql`
    select id, display_id, nickname, icon_url, status, is_guest, source from accounts where display_id = ${query.display_id}`;
  return { result: 0, data: account };
});
server.post<{ Body: { uid: number } }>('/packs', async ({ body }) => {
  const [packs, [config], toAccount, fromDevice] = await Promise.all([
    sql`select recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login
      from gem_packs where is_on_sale order by price_usd_cents, recharge_id`,
    sql`select settings from site_config_versions order by version desc limit 1`,
    sql`select from orders where recipient_account_id = ${body.uid} and credited_at is not null and purpose = 'gems' limit 1`,
    sql`select from orders where payer_device = ${'nobody'} and credited_at is not null and purpose = 'gems' limit 1`,
  ]);
  return { result: 0, data: { packs, config, isNew: toAccount.length + fromDevice.length === 0 } };
});
server.get('/healthz', async () => ({ alive: true }));

await server.listen({ port: Number(read('BARE_PORT')), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
