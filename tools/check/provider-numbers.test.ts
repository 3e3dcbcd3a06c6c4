import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkProviderNumbers } from './provider-numbers.ts';

describe('the check of provider numbers', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-numbers-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function problemsOf(path: string, text: string): string[] {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
    return checkProviderNumbers(directory).problems;
  }

  it.each([
    'if (provider === 17) pay();',
    'if (17 !== order.provider) pay();',
    'const hasSplitFields = channel?.provider === 17;',
    'const hasSplitFields = (channel.provider as number) == 13;',
    'if (providerOf(payType) === 6) pay();',
    'switch (providerOf(payType)) { case 13: pay(); break; default: }',
    'pay({ provider: 13 });',
    'pay({ provider: 13 as const });',
    'const state = { triedProviders: [13] };',
    'const PAYER_MAX: ProviderNumber = 6;',
    'const ALL: readonly CardProvider[] = [13, 17, 6];',
    'const credit = (provider: CardProvider = 13) => provider;',
    'provider = 6;',
    'interface Channel { readonly provider: 13 }',
    'type Keeping = Extract<ProviderNumber, 6 | 13>;',
    'const path = PROVIDER_FACTS[13].controls;',
    'const adapter = providers.get(17);',
    'const type = cardPayTypeOfProvider(13);',
    "const NAMES = { 13: 'Checkout.com', 17: 'Adyen' };",
  ])('the provider numbers check finds a provider named by number: %s', (text) => {
    expect(problemsOf('apps/api/src/orders/pay.ts', `// why\n${text}\n`)).toEqual([
      'apps/api/src/orders/pay.ts:2 names a provider by its number',
    ]);
  });

  it('the provider numbers check finds a number in a component, with its line', () => {
    const text =
      "const a = 1;\n\nexport const Box = () => (\n  <p>{channel.provider === 17 && 'x'}</p>\n);\n";
    expect(problemsOf('apps/web/src/checkout/methods/card/box.tsx', text)).toEqual([
      'apps/web/src/checkout/methods/card/box.tsx:4 names a provider by its number',
    ]);
  });

  it.each([
    'if (digits === 6) pay();',
    'const DAYS = { 13: 1, 14: 2 };',
    'const ROWS = { 30: 1 };',
    'pay({ hours: 17, provider: ADYEN });',
    'if (provider === ADYEN) pay();',
    'const providers = [{ share: 13 }];',
    'const left = providers.length - 13;',
    'if (payType === 30) pay();',
    'health.note(provider, 30);',
    '// provider === 17',
  ])('the provider numbers check accepts %s', (text) => {
    expect(problemsOf('apps/api/src/orders/pay.ts', text)).toEqual([]);
  });

  it.each([
    'packages/domain/src/provider/providers.ts',
    'apps/api/src/providers/adyen/adyen.ts',
    'apps/web/src/checkout/methods/card/fields/adyen/adyen.ts',
    'apps/sandbox/src/adyen/payments.ts',
    'apps/api/src/orders/pay.test.ts',
    'chaos/test/good-run.ts',
  ])('the provider numbers check does not read %s', (path) => {
    expect(problemsOf(path, 'pay({ provider: 17 });')).toEqual([]);
  });

  it('the provider numbers check counts the files it has read', () => {
    problemsOf('apps/api/src/orders/pay.ts', 'pay();');
    expect(checkProviderNumbers(directory).files).toBe(1);
  });
});
