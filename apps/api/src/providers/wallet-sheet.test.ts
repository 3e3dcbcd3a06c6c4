import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../sandbox/src/server.ts';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import { askGateway, merchantIdentityIn, type MerchantIdentity } from './wallet-sheet.ts';

const pem = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
const SHEET_REQUEST = { domain: 'pay.jawhara.example', displayName: 'Jawhara' };

let sandbox: Sandbox;
let own: MerchantIdentity;
const directory = mkdtempSync(join(tmpdir(), 'apple-pay-'));

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    providers: {},
    applePayGateway: {
      port: 0,
      authorityPem: pem(APPLE_PAY_KEYS.authority),
      certificatePem: pem(APPLE_PAY_KEYS.gatewayCertificate),
      keyPem: pem(APPLE_PAY_KEYS.gatewayKey),
    },
  });
  own = {
    merchantId: APPLE_PAY_KEYS.merchantId,
    certificatePem: pem(APPLE_PAY_KEYS.merchantCertificate),
    keyPem: pem(APPLE_PAY_KEYS.merchantKey),
    gatewayUrl: sandbox.gatewayUrl ?? '',
    authorityPem: pem(APPLE_PAY_KEYS.authority),
  };
});
afterAll(async () => {
  await sandbox.close();
  rmSync(directory, { recursive: true });
});

/** A certificate with the shop's name that Apple did not issue. */
function stranger(): Pick<MerchantIdentity, 'certificatePem' | 'keyPem'> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const subject = `/UID=${APPLE_PAY_KEYS.merchantId}/CN=stranger`;
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...made, '-subj', subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  return { certificatePem: readFileSync(certificate, 'utf8'), keyPem: readFileSync(key, 'utf8') };
}

const failNext = (count: number) =>
  fetch(`${sandbox.url}/_control/apple-pay/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failNext: count }),
  });

describe('a merchant session by our own certificate', () => {
  it('[WAL-02] the Apple Pay gateway opens a merchant session for our host and our name', async () => {
    const calls: string[] = [];
    const observe = ({ name, outcome }: { name: string; outcome: string }) =>
      calls.push(`${name} ${outcome}`);
    const session = await askGateway(own, SHEET_REQUEST, { observe });
    expect(session.kind === 'opened' && JSON.parse(session.sessionJson)).toMatchObject({
      domainName: SHEET_REQUEST.domain,
      displayName: SHEET_REQUEST.displayName,
    });
    expect(calls).toEqual(['POST apple paymentSession 200']);
  });

  it('[WAL-02] no merchant session is opened with a certificate that Apple did not issue', async () => {
    expect((await askGateway({ ...own, ...stranger() }, SHEET_REQUEST, {})).kind).toBe('unknown');
  });

  it('[WAL-02] the Apple Pay gateway refuses a merchant session for a merchant that its certificate does not name', async () => {
    const session = await askGateway({ ...own, merchantId: 'merchant.example.other' }, SHEET_REQUEST, {});
    expect(session).toEqual({ kind: 'refused', why: 'http 417' });
  });

  it('[WAL-02] no merchant session is opened at a gateway whose own certificate is not trusted', async () => {
    expect((await askGateway({ ...own, authorityPem: null }, SHEET_REQUEST, {})).kind).toBe('unknown');
  });

  it('[WAL-02] a merchant session that the gateway fails to open once is opened on the next request', async () => {
    await failNext(1);
    expect(await askGateway(own, SHEET_REQUEST, {})).toEqual({ kind: 'unknown', why: 'http 503' });
    expect((await askGateway(own, SHEET_REQUEST, {})).kind).toBe('opened');
  });

  it('[WAL-02] a request for a merchant session to a gateway that does not answer ends at its time-out', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const gatewayUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const session = await askGateway({ ...own, gatewayUrl }, SHEET_REQUEST, { timeoutMs: 200 });
    expect(session).toEqual({ kind: 'unknown', why: 'time-out' });
    silent.close();
  });
});

it('an incomplete Apple Pay merchant identity in the settings is refused with an error', () => {
  const gateway = { APPLE_PAY_GATEWAY_URL: 'https://gateway.example/' };
  expect(merchantIdentityIn(gateway)).toBeNull();
  expect(() => merchantIdentityIn({ ...gateway, APPLE_PAY_MERCHANT_ID: 'merchant.example' })).toThrow(
    'belong together',
  );
});
