import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LEGAL_VERSIONS, legalVersionsText, parseLegalVersions } from './legal-versions.ts';

it('what was agreed to is written and read back', () => {
  expect(legalVersionsText(LEGAL_VERSIONS)).toBe('agreement-1 privacy-1 refunds-1');
  const number = fc.nat(9_999);
  fc.assert(
    fc.property(fc.record({ agreement: number, privacy: number, refunds: number }), (versions) => {
      expect(parseLegalVersions(legalVersionsText(versions))).toEqual(versions);
    }),
  );
});

it.each([
  '',
  'agreement-1',
  'agreement-1 privacy-1',
  'agreement-x privacy-1 refunds-1',
  ' agreement-1 privacy-1 refunds-1',
  'agreement-1 privacy-1 refunds-1 ',
  'agreement-1 privacy-1 refunds-10000',
])('anything else is nothing: %j', (text) => expect(parseLegalVersions(text)).toBeNull());
