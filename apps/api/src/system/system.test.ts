import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_ENDPOINTS,
  probeHost,
  probeHostOfApp,
  readBackupDomains,
  readPosition,
  readServerTime,
} from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
const directory = mkdtempSync(join(tmpdir(), 'jawhara-ranges-'));
const DOMAINS = { 'pay.example': ['pay2.example', 'pay3.example:8443'] };

beforeAll(async () => {
  const file = join(directory, 'ranges.csv');
  writeFileSync(file, '127.0.0.0,127.255.255.255,KW\n');
  shop = await openShop({
    env: {
      BACKUP_DOMAINS: JSON.stringify(DOMAINS),
      COUNTRY_HEADER: 'CF-IPCountry',
      COUNTRY_RANGES_FILE: file,
    },
  });
});
afterAll(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

describe('the clock and the probes', () => {
  it.each([readServerTime, probeHost, probeHostOfApp])(
    '[NET-09] the call $path returns the server time',
    async (call) => {
      const { value } = await shop.visitor().call(call, {});
      expect(Math.abs((value?.ts ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    },
  );

  it('the probe /api/gm/hii is answered only without a trailing slash, and /api/sys/h5_info/ only with one', async () => {
    const status = async (path: string) => (await fetch(`${shop.apiUrl}${path}`)).status;
    expect(await status('/api/gm/hii')).toBe(200);
    expect(await status('/api/gm/hii/')).toBe(404);
    expect(await status('/api/sys/h5_info/')).toBe(200);
    expect(await status('/api/sys/h5_info')).toBe(404);
  });
});

it('the list of backup domains of each host is a text of JSON', async () => {
  const response = await fetch(`${shop.apiUrl}${readBackupDomains.path}`);
  const { data } = (await response.json()) as { data: { backup_domains: string } };
  expect(JSON.parse(data.backup_domains)).toEqual(DOMAINS);
});

describe('the position of a visitor', () => {
  it('[APP-14] GET /api/timeline/position/ returns the country in the trusted header', async () => {
    const { value } = await shop.visitor().call(readPosition, {}, { 'cf-ipcountry': 'SA' });
    expect(value).toEqual({ country: 'SA' });
  });

  it('the position is the country of the address by the configured ranges when the header is missing or unknown', async () => {
    expect((await shop.visitor().call(readPosition, {})).value).toEqual({ country: 'KW' });
    expect((await shop.visitor().call(readPosition, {}, { 'cf-ipcountry': 'XX' })).value).toEqual({
      country: 'KW',
    });
  });

  it('the position is null when the country is unknown, and an unconfigured country header is ignored', async () => {
    const plain = await openShop();
    try {
      const { value } = await plain.visitor().call(readPosition, {}, { 'cf-ipcountry': 'SA' });
      expect(value).toEqual({ country: null });
    } finally {
      await plain.close();
    }
  });
});

describe('the API reference', () => {
  it('the API reference is an OpenAPI document that contains every call', async () => {
    const response = await fetch(`${shop.apiUrl}/openapi.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    const document = (await response.json()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toHaveLength(ALL_ENDPOINTS.length);
  });

  it('[NET-07] every call of the API reference is served under each of its methods', () => {
    const routes = ALL_ENDPOINTS.flatMap(({ methods, path }) =>
      methods.map((method) => ({ method, url: path })),
    );
    const missing = routes.filter((door) => !shop.app.server.hasRoute(door));
    expect(missing).toEqual([]);
  });

  it('the API reference page shows every call and loads nothing from elsewhere', async () => {
    const response = await fetch(`${shop.apiUrl}/reference/`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const { path } of ALL_ENDPOINTS) expect(page).toContain(path);
    expect(page).not.toMatch(/<script|<link|src=/);
  });
});
