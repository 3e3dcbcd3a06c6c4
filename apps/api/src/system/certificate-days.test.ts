import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfSigned } from '../../../../tools/edge/self-signed.ts';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import { daysOfPem, daysOfSite } from './certificate-days.ts';

const dir = mkdtempSync(join(tmpdir(), 'jawhara-certificate-'));
let server: Server;
let url = '';
beforeAll(async () => {
  const { key, certificate } = selfSigned(dir);
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

it('the days until a site’s TLS certificate expires are read from the site, and are negative after it has expired', async () => {
  const now = () => new Date();
  const inTenDays = () => new Date(Date.now() + 10 * 86_400_000);
  expect(await daysOfSite(url, now)).toBeCloseTo(1, 1);
  expect(await daysOfSite(url, inTenDays)).toBeCloseTo(-9, 1);
});

it('a site without https has no days until its certificate expires, and an unreachable site throws', async () => {
  const now = () => new Date();
  expect(await daysOfSite('http://127.0.0.1:1', now)).toBeNull();
  await expect(daysOfSite('https://127.0.0.1:1', now)).rejects.toThrow('ECONNREFUSED');
});

it('the days until the Apple Pay merchant certificate expires are read from the certificate in the settings', () => {
  const pem = Buffer.from(APPLE_PAY_KEYS.merchantCertificate, 'base64').toString('utf8');
  const now = () => new Date('2126-10-23T03:21:52Z');
  expect(daysOfPem(pem, now)).toBeCloseTo(1, 2);
});
