import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { startNginx, type RunningNginx } from './test/small-nginx.ts';

const SITE = readFileSync(join(REPOSITORY, 'deploy/edge/site/site.conf'), 'utf8');
const [NETWORK_MAP = ''] = /^map \$remote_addr \$edge_network \{[^]*?^\}/m.exec(SITE) ?? [];

let nginx: RunningNginx;
beforeAll(async () => {
  nginx = await startNginx((port) => [
    'set_real_ip_from 127.0.0.1;',
    'real_ip_header x-forwarded-for;',
    NETWORK_MAP,
    `server { listen 127.0.0.1:${port}; location / { return 200 "$remote_addr $edge_network"; } }`,
  ]);
});
afterAll(() => nginx.stop());

/** Sends a request from this address. Returns the address as nginx writes it, and the network whose limit it counts towards. */
async function networkOf(address: string): Promise<[string, string]> {
  const response = await fetch(nginx.url, { headers: { 'x-forwarded-for': address } });
  const [written = '', network = ''] = (await response.text()).split(' ');
  return [written, network];
}

it('nginx limits each IPv4 address by itself, also if it is written as an IPv6 address', async () => {
  expect(await networkOf('203.0.113.9')).toEqual(['203.0.113.9', '203.0.113.9']);
  expect(await networkOf('::ffff:203.0.113.9')).toEqual([expect.any(String), '203.0.113.9']);
});

it('nginx limits an IPv6 address by its /64, however its zeros are shortened', async () => {
  // Each group is zero or not: all 256 ways in which an address can be shortened.
  const texts = new Set<string>();
  for (let mask = 0; mask < 256; mask += 1) {
    const groups = Array.from({ length: 8 }, (_, at) => ((mask >> at) & 1 ? '0' : `a${at}`));
    // nginx writes these as IPv4.
    if (groups.slice(0, 5).every((group) => group === '0')) continue;
    const [written, network] = await networkOf(groups.join(':'));
    texts.add(written);
    expect([written, network]).toEqual([written, groups.slice(0, 4).join(':')]);
  }
  expect([...texts].filter((text) => text.includes('::')).length).toBeGreaterThan(100);
});

it('nginx limits two addresses of one /64 network together, and addresses of neighbouring networks separately', async () => {
  const network = async (address: string) => (await networkOf(address))[1];
  expect(await network('2001:db8:0:1::1')).toBe(await network('2001:db8:0:1:ffff:ffff:ffff:ffff'));
  expect(await network('2001:db8::1:2:3:4')).toBe(await network('2001:db8:0:0:9::'));
  expect(await network('2001:db8:0:1::1')).not.toBe(await network('2001:db8:0:2::1'));
});
