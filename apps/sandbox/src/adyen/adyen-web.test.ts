import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADYEN_KEYS, openAdyenShop, order, type AdyenShop } from './test/adyen-shop.ts';

/** The address the site gives the provider's script, so that the bank's pages may be plain http. */
const BASE = '/checkoutshopper/test/http://localhost:8080';
const FIELDS = `${BASE}/securedfields/${ADYEN_KEYS.clientKey}`;
const SITE = 'http://127.0.0.1:4100';

let shop: AdyenShop;

beforeAll(async () => {
  shop = await openAdyenShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

function get(path: string): Promise<Response> {
  return fetch(`${shop.url}${path}`);
}

/** A form of the page, posted as a browser does; a redirect is not followed. */
function submit(path: string, form: Record<string, string>): Promise<Response> {
  return fetch(new URL(path, shop.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
}

function token(action: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return JSON.parse(Buffer.from(action?.['token'] ?? '', 'base64').toString()) as Record<string, string>;
}

function posted(data: object): string {
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

describe('Adyen’s card fields', () => {
  it('Adyen’s card fields open only with the client key, and all their scripts are served', async () => {
    const page = await get(`${FIELDS}/6.3.0/securedFields.html?type=card`);
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors');
    const waiting = [/src="([^"]+)"/.exec(await page.text())?.[1] ?? ''];
    for (const path of waiting) {
      const script = await get(path);
      expect([path, script.status]).toEqual([path, 200]);
      for (const [, found = ''] of (await script.text()).matchAll(/from '(\.[^']+)'/g)) {
        const { pathname } = new URL(found, `${shop.url}${path}`);
        if (!waiting.includes(pathname)) waiting.push(pathname);
      }
    }
    expect(waiting.length).toBeGreaterThan(3);
    expect((await get(`${BASE}/securedfields/test_OTHER/6.3.0/securedFields.html`)).status).toBe(403);
  });

  it('Adyen’s card fields encrypt the typed card, and the encrypted card can be charged', async () => {
    const answer = await shop.post(`${FIELDS}/seal`, {
      encryptedCardNumber: '4111111111111111',
      encryptedExpiryMonth: '03',
      encryptedExpiryYear: '2040',
      encryptedSecurityCode: '737',
    });
    const blobs = (await answer.json()) as Record<string, string>;
    const paid = await shop.api('/payments', order(blobs));
    expect(await paid.json()).toMatchObject({ resultCode: 'Authorised' });
  });

  it('Adyen’s card fields find the brand for the encrypted first digits', async () => {
    const seal = await shop.post(`${FIELDS}/seal`, { encryptedBin: '555555' });
    const { encryptedBin } = (await seal.json()) as Record<string, string>;
    const answer = await shop.post(`${BASE}/v3/bin/binLookup?token=${ADYEN_KEYS.clientKey}`, {
      encryptedBin,
      supportedBrands: ['visa'],
      requestId: 'r1',
    });
    expect(await answer.json()).toMatchObject({
      brands: [{ brand: 'mc', supported: false }],
      requestId: 'r1',
    });
  });

  it('Adyen’s card fields accept calls from pages of a local site and of no other', async () => {
    const preflight = (origin: string) =>
      fetch(`${shop.url}${BASE}/v3/bin/binLookup`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    expect((await preflight(SITE)).headers.get('access-control-allow-origin')).toBe(SITE);
    const other = await preflight('https://evil.example');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('Adyen’s bank check', () => {
  it('Adyen’s bank reads the browser’s data, requests a password, and approves the payment with the right one', async () => {
    const { action, pspReference } = await shop.pay('challenge');
    const { threeDSMethodUrl = '', threeDSServerTransID } = token(action);
    const looked = await submit(threeDSMethodUrl, { threeDSMethodData: posted({ threeDSServerTransID }) });
    const fingerprintPage = await (await get(looked.headers.get('location') ?? '')).text();
    expect(fingerprintPage).toContain('fingerPrintResult');

    const next = await shop.post(`${BASE}/v1/submitThreeDS2Fingerprint`, {
      fingerprintResult: posted({ threeDSCompInd: 'Y' }),
      paymentData: action?.['paymentData'],
    });
    const challengeAnswer = (await next.json()) as { action: Record<string, string> };
    expect(challengeAnswer.action['subtype']).toBe('challenge');
    const { acsURL = '', acsTransID } = token(challengeAnswer.action);
    const question = await (await submit(acsURL, { creq: posted({ acsTransID }) })).text();
    expect(question).toContain('$9.99');

    const target = /action="([^"]+)"/.exec(question)?.[1] ?? '';
    const answered = await submit(target, { answer: 'confirm', code: 'password' });
    expect(await (await get(answered.headers.get('location') ?? '')).text()).toContain(
      'transStatus&quot;:&quot;Y',
    );
    const made = { transStatus: 'Y', authorisationToken: challengeAnswer.action['authorisationToken'] };
    const details = { threeDSResult: Buffer.from(JSON.stringify(made)).toString('base64') };
    expect(await shop.details(details)).toMatchObject({ resultCode: 'Authorised', pspReference });
  });

  it.each([
    ['a wrong code', { answer: 'confirm', code: 'Checkout1!' }],
    ['cancel', { answer: 'cancel', code: 'password' }],
  ])('Adyen’s challenge inside the page fails with %s', async (_what, form) => {
    const { action } = await shop.pay('challenge-only');
    const { acsTransID, acsURL = '' } = token(action);
    await submit(`${acsURL}/${acsTransID}`, form);
    const made = { transStatus: 'Y', authorisationToken: action?.['authorisationToken'] };
    const details = { threeDSResult: Buffer.from(JSON.stringify(made)).toString('base64') };
    expect(await shop.details(details)).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '11' });
  });

  it('Adyen’s bank accepts a recognised browser without a challenge', async () => {
    const { action } = await shop.pay('frictionless');
    const done = await shop.post(`${BASE}/v1/submitThreeDS2Fingerprint`, {
      paymentData: action?.['paymentData'],
    });
    const { type, details } = (await done.json()) as { type: string; details: object };
    expect(type).toBe('completed');
    expect(await shop.details(details)).toMatchObject({ resultCode: 'Authorised' });
  });
});

it('Adyen’s bank page sends the payer back with a result for the shop', async () => {
  const { action } = await shop.pay('challenge-redirect');
  const url = action?.['url'] ?? '';
  expect(await (await fetch(url)).text()).toContain('bank-code');
  const back = await submit(url, { answer: 'confirm', code: 'password' });
  const returned = new URL(back.headers.get('location') ?? '');
  expect(returned.pathname).toBe('/bank-return.html');
  const redirectResult = returned.searchParams.get('redirectResult');
  expect(await shop.details({ redirectResult })).toMatchObject({ resultCode: 'Authorised' });
});

it('the sandbox page of test cards has a section for Adyen', async () => {
  const page = await (await get('/')).text();
  expect(page).toContain('id="adyen"');
  expect(page).toContain('data-copy="4917610000000000"');
  expect(page).toContain('data-copy="NOT_ENOUGH_BALANCE"');
});
