import { join } from 'node:path';
import { SCRIPT_INVENTORY } from '../../apps/web/build/scripts/script-inventory.ts';
import { readScriptRecord } from '../../apps/web/build/scripts/script-record.ts';
import { REPOSITORY } from '../../tools/stack/repository.ts';
import { shop } from '../addresses.ts';
import { expect, test } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { PAYERMAX } from '../providers/payermax.ts';

/** The owner of a script by the build's record or the inventory; null if neither lists it. */
function namedBy(address: string): string | null {
  const { origin, pathname } = new URL(address);
  const { siteUrl, sandboxUrl } = shop();
  if (origin === siteUrl)
    return pathname.slice(1) in readScriptRecord(join(REPOSITORY, 'apps/web/dist')).files ? 'ours' : null;
  const foreign = SCRIPT_INVENTORY.foreign.find(({ path }) => path.test(pathname));
  return origin === sandboxUrl ? (foreign?.owner ?? null) : null;
}

for (const provider of [CHECKOUT_COM, ADYEN, PAYERMAX]) {
  test.describe(`provider ${provider.number} (6 PayerMax, 13 Checkout, 17 Adyen)`, { tag: '@phone' }, () => {
    test.use({ provider });
    test('the script inventory names every script that runs on the card step', async ({ page, payer }) => {
      const scriptUrls = new Set<string>();
      page.on('request', (request) => {
        if (request.resourceType() === 'script' && request.frame() === page.mainFrame())
          scriptUrls.add(request.url());
      });
      await payer.comeToFields('5048213', 999);
      expect([...scriptUrls].filter((address) => namedBy(address) === null)).toEqual([]);
      expect(scriptUrls.size).toBeGreaterThan(5);
    });
  });
}
