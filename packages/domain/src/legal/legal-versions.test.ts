import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LEGAL_VERSIONS, legalVersionsText, parseLegalVersions, readLegalVersion } from './legal-versions.ts';

it('the agreed legal versions are written as text and read back the same', () => {
  expect(legalVersionsText(LEGAL_VERSIONS)).toBe('agreement-1 privacy-3 refunds-1');
  const number = fc.nat(9_999);
  fc.assert(
    fc.property(fc.record({ agreement: number, privacy: number, refunds: number }), (versions) => {
      expect(parseLegalVersions(legalVersionsText(versions))).toEqual(versions);
    }),
  );
});

it('a link opens the earlier legal version it names, and today’s version if no such version exists', () => {
  const today = LEGAL_VERSIONS.privacy;
  for (const text of [null, '', '0', '-1', 'x', '9999', '1.5', String(today), String(today + 1)])
    expect(readLegalVersion('privacy', text)).toBe(today);
  for (let earlier = 1; earlier < today; earlier += 1)
    expect(readLegalVersion('privacy', String(earlier))).toBe(earlier);
});

it.each([
  '',
  'agreement-1',
  'agreement-1 privacy-1',
  'agreement-x privacy-1 refunds-1',
  ' agreement-1 privacy-1 refunds-1',
  'agreement-1 privacy-1 refunds-1 ',
  'agreement-1 privacy-1 refunds-10000',
])('a malformed text of legal versions is refused: %j', (text) =>
  expect(parseLegalVersions(text)).toBeNull(),
);
