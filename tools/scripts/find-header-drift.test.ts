import { expect, it } from 'vitest';
import { STRICT_TRANSPORT } from '../../apps/web/build/edge/edge-headers.ts';
import { findHeaderDrift } from './find-header-drift.ts';

const POLICY = "default-src 'self'";
const RELEASED = { 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' };
const SERVED = { ...RELEASED, 'strict-transport-security': STRICT_TRANSPORT };

const driftOf = (headers: Record<string, string> | null, isHttps = true) =>
  findHeaderDrift({ pages: ['/pay'], isHttps, headersOf: async () => headers }, () => RELEASED);

it('the header check finds nothing on a page with the released headers', async () => {
  expect(await driftOf(SERVED)).toEqual([]);
  expect(await driftOf(RELEASED, false)).toEqual([]);
});

it('the header check reports a content policy that allows one more host', async () => {
  const widened = `${POLICY} https://skimmer.example`;
  expect(await driftOf({ ...SERVED, 'content-security-policy': widened })).toEqual([
    `/pay: content-security-policy is ${widened}, released as ${POLICY}`,
  ]);
});

it('the header check reports a missing header and a missing page', async () => {
  expect(
    await driftOf({ 'content-security-policy': POLICY, 'strict-transport-security': STRICT_TRANSPORT }),
  ).toEqual(['/pay: x-frame-options is missing, released as SAMEORIGIN']);
  expect(await driftOf(RELEASED)).toEqual([
    `/pay: strict-transport-security is missing, released as ${STRICT_TRANSPORT}`,
  ]);
  expect(await driftOf(null)).toEqual(['/pay: no answer']);
});
