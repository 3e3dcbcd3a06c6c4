import { expect, it } from 'vitest';
import { returnAddress } from './return-address.ts';

const SITE = 'https://pay.example';

it.each([
  [`${SITE}/fines`, '/fines'],
  [`${SITE}/pay-step?order_id=7&step=card`, '/pay-step?order_id=7&step=card'],
  [`${SITE}/?page=orders`, '/?page=orders'],
  [`${SITE}/feedback#top`, '/feedback'],
])('[NAV-02] a login opened from %s leads back to %s', (referrer, address) => {
  expect(returnAddress(referrer, SITE)).toBe(address);
});

it.each([
  ['no page', ''],
  ['the start screen', `${SITE}/`],
  ['the login page itself', `${SITE}/login?x=1`],
  ['another site', 'https://evil.example/fines'],
  ['another site that begins like ours', `${SITE}.evil.example/fines`],
  ['another port of the same machine', `${SITE}:8443/fines`],
  ['a path that a browser would take for a host', `${SITE}//evil.example`],
  ['an address that is no web page', 'javascript:alert(1)'],
])('[NAV-02] a login opened from %s leads to pay', (_where, referrer) => {
  expect(returnAddress(referrer, SITE)).toBe('/pay');
});
