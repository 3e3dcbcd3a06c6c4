import { findRecipient, listGemPacks, readServerTime } from '@jawhara/contract';
import { PRODUCT_VERSION, type DisplayId, type FlavorName } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { wireOf } from '../api/create-call.ts';
import { BUILD_FACTS, buildFactsOf } from './build-facts.ts';
import { packageName } from './package-name.ts';

describe('build facts', () => {
  it('[APP-02] the build facts hold version, language, flavor, flavor number, public path and site id', () => {
    expect(BUILD_FACTS).toMatchObject({
      version: '1.0.328',
      language: 'ar',
      flavor: 'are',
      flavorNumber: 1,
      publicPath: '/',
      siteId: 'official website',
    });
    expect(BUILD_FACTS.version).toBe(PRODUCT_VERSION);
    // The first load contains these two facts as constants of their own, with the same values.
    expect([BUILD_FACTS.sourceCode, BUILD_FACTS.packageName]).toEqual([
      __SITE_SOURCE_CODE__,
      __SITE_PACKAGE__,
    ]);
  });

  it.each<[FlavorName, number, string]>([
    ['are', 1, 'ksa'],
    ['ludo', 4, 'ludo'],
  ])(
    '[APP-20] the flavor %s sends source code %i in the requests that have a source, and its package name',
    (flavor, code, name) => {
      const { sourceCode, packageName: otherwise } = buildFactsOf(flavor);
      const found = wireOf(findRecipient, { displayId: '5048213' as DisplayId }, sourceCode);
      expect(found).toEqual({ display_id: '5048213', source: code });
      expect(wireOf(listGemPacks, { recipientId: null }, sourceCode)).toMatchObject({ source: code });
      expect(wireOf(readServerTime, {}, sourceCode)).toEqual({});
      expect(packageName('https://pay.example/pay', otherwise)).toBe(name);
      expect(packageName('https://okey.example/pay', otherwise)).toBe('okey');
    },
  );
});
