import { hashPassword } from '../accounts/log-in.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';

/** Data for development and tests: an account of every status, the packs, the configuration. Safe to repeat. */

const ACCOUNTS = [
  { id: 1001, display_id: '5048213', nickname: 'نورة 🌙', status: 'normal' },
  { id: 1002, display_id: '3310457', nickname: 'أمل', status: 'normal' },
  { id: 1003, display_id: '8841206', nickname: 'سالم', status: 'normal' },
  { id: 1004, display_id: '6127733', nickname: 'ريم', status: 'normal' },
  { id: 1005, display_id: '12345', nickname: 'عبدالله بن محمد آل إبراهيم الطويل جدًا', status: 'normal' },
  { id: 1006, display_id: '900700', nickname: 'Sami ⚡ 77', status: 'normal' },
  { id: 2001, display_id: '7719042', nickname: 'فهد', status: 'banned' },
  { id: 2002, display_id: '7719043', nickname: 'هند', status: 'deactivated' },
  { id: 2003, display_id: '7719044', nickname: 'ماجد', status: 'deactivating' },
  { id: 2004, display_id: '7719045', nickname: 'زائر 7719045', status: 'normal', is_guest: true },
  { id: 2005, display_id: '7719046', nickname: 'لاعب لودو', status: 'normal', source: 'ludo' },
  { id: 2007, display_id: '7719048', nickname: 'سامر', status: 'banned' },
  { id: 2006, display_id: '7719047', nickname: 'ليان', status: 'source-mismatch' },
];

/** A time that is always in the future. */
const BANNED_UNTIL = new Date(Math.max(Date.parse('2026-11-21'), Date.now() + 6 * 24 * 3_600_000));

const BANS = [
  {
    account_id: 2001,
    kind: 'refund',
    earlier_refund_bans: 1,
    until: BANNED_UNTIL,
    since: new Date('2026-11-07'),
  },
  { account_id: 2007, kind: 'permanent', earlier_refund_bans: 0, until: null, since: new Date('2026-10-02') },
];

/** The password of every account except the guest. It is for development only, like all data here. */
const PASSWORD = 'jawhara-2026';

const SOCIAL_LINKS = [
  { provider: 'facebook', subject: '10150000000001001', account_id: 1001 },
  { provider: 'facebook', subject: '10150000000002001', account_id: 2001 },
  { provider: 'google', subject: '110000000000000001002', account_id: 1002 },
  { provider: 'google', subject: '110000000000000002002', account_id: 2002 },
];

const PRESENCES = [
  { account_id: 1001, last_joined_room_id: 88_002 },
  { account_id: 1002, is_streamer: true, is_online: true, live_room_id: 88_002, own_room_id: 88_002 },
  { account_id: 1003, is_streamer: true, is_online: true, is_invisible: true, live_room_id: 88_003 },
  { account_id: 2001, is_streamer: true, is_online: true, live_room_id: 88_004, own_room_id: 88_004 },
];

const PACKS = [
  { recharge_id: 'gems-100', price_usd_cents: 99, gems: 100, bonus_gems: 0 },
  { recharge_id: 'gems-320', price_usd_cents: 299, gems: 320, bonus_gems: 20 },
  { recharge_id: 'gems-540', price_usd_cents: 499, gems: 540, bonus_gems: 40 },
  { recharge_id: 'gems-1060', price_usd_cents: 999, gems: 1060, bonus_gems: 60 },
  { recharge_id: 'gems-2200', price_usd_cents: 1999, gems: 2200, bonus_gems: 200 },
  { recharge_id: 'gems-3400', price_usd_cents: 2999, gems: 3400, bonus_gems: 400 },
  { recharge_id: 'gems-5800', price_usd_cents: 4999, gems: 5800, bonus_gems: 800 },
  { recharge_id: 'gems-12000', price_usd_cents: 9999, gems: 12000, bonus_gems: 2000 },
  { recharge_id: 'gems-26000', price_usd_cents: 19999, gems: 26000, bonus_gems: 6000, needs_login: true },
];

/** All pay types. A deployment does not offer one whose provider is not configured. */
const SOLD_THROUGH = [23, 24, 25, 26, 27, 28, 29, 30, 31];

export const APP_LINKS = {
  apple: 'https://apps.example/apple',
  google: 'https://apps.example/google',
  huawei: 'https://apps.example/huawei',
  android: 'https://apps.example/jawhara.apk',
  open: 'https://apps.example/open',
} as const;

const SETTINGS = {
  websiteVersion: '1.0.328',
  recommended: [1999],
  extraRecommended: null,
  payGroup: 'default',
  appLinks: APP_LINKS,
  // Each channel serves half of the visitors: a visitor with a gray value below 50 gets pay type 26, the others get 30.
  walletChannels: [
    { payType: 26, ratio: 50, whitelist: [] },
    { payType: 30, ratio: 50, whitelist: [] },
  ],
  walletSheet: {
    countryCode: 'HK',
    currencyCode: 'USD',
    networks: ['visa', 'masterCard', 'chinaUnionPay'],
    capabilities: ['supports3DS', 'supportsDebit', 'supportsCredit', 'supportsEMV'],
    totalLabel: 'Jawhara',
    displayName: 'Jawhara',
    merchantIdentifier: 'merchant.example.jawhara',
  },
  support: { whatsapp: '+966500000000', email: 'help@jawhara.example', replyHours: 2 },
  usualTimes: { resultSeconds: 20, slowBankSeconds: 60 },
};

/** Exchange rates. Like every published rate they are valid for two days. */
const PER_USD = { SAR: 3.75, AED: 3.6725, KWD: 0.3074, QAR: 3.64, BHD: 0.376, OMR: 0.3845, JOD: 0.709 };

async function seedLogins(tx: Tx): Promise<void> {
  const known = await tx`select from passwords limit 1`;
  if (known.length === 0) {
    const hash = await hashPassword(PASSWORD);
    const passwords = ACCOUNTS.filter(({ is_guest }) => !is_guest).map(({ id }) => ({
      account_id: id,
      hash,
      changed_at: new Date(),
    }));
    await tx`insert into passwords ${tx(passwords)} on conflict (account_id) do nothing`;
  }
  const links = SOCIAL_LINKS.map((link) => ({ ...link, linked_at: new Date() }));
  await tx`insert into social_links ${tx(links)} on conflict (provider, subject) do nothing`;
  for (const presence of PRESENCES) {
    await tx`insert into account_presence ${tx(presence)} on conflict (account_id) do nothing`;
  }
}

async function seed(tx: Tx): Promise<void> {
  const accounts = ACCOUNTS.map((account) => ({ is_guest: false, source: 'social', ...account }));
  await tx`insert into accounts ${tx(accounts)} on conflict (id) do nothing`;
  const packs = PACKS.map((pack) => ({ needs_login: false, ...pack }));
  for (const pack of packs) {
    await tx`insert into gem_packs ${tx({ ...pack, pay_types: SOLD_THROUGH })} on conflict (recharge_id) do nothing`;
  }
  for (const ban of BANS) {
    const known = await tx`select from bans where account_id = ${ban.account_id}`;
    if (known.length === 0) await tx`insert into bans ${tx(ban)}`;
  }
  await seedLogins(tx);
  const configured = await tx`select from site_config_versions limit 1`;
  if (configured.length === 0) {
    const exchangeRates = { asOf: new Date().toISOString(), perUsd: PER_USD };
    await tx`insert into site_config_versions (settings) values (${tx.json({ ...SETTINGS, exchangeRates })})`;
  }
}

export async function seedDatabase(db: Db): Promise<{ accounts: number; packs: number }> {
  await inTransaction(db, seed);
  return { accounts: ACCOUNTS.length, packs: PACKS.length };
}
