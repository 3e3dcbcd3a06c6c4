import { ADYEN, CHECKOUT_COM } from '@jawhara/domain';
import { readSiteConfig, runBatch } from '@jawhara/contract';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { adyen } from '../tools/stack/providers/adyen.ts';
import { checkoutCom } from '../tools/stack/providers/checkout-com.ts';
import { shop } from './addresses.ts';

/** The configuration of a shop with Google Pay. The shop of the tests offers none, because its pages load no foreign scripts. */
function googlePayHere(): object {
  const { sandboxUrl, apiUrl } = shop();
  const urls = { api: apiUrl, sandbox: sandboxUrl };
  return {
    script_url: `${sandboxUrl}/google-pay/pay.js`,
    environment: 'TEST',
    merchant_id: null,
    gateways: [
      {
        provider: CHECKOUT_COM,
        gateway: 'checkoutltd',
        gateway_merchant_id: checkoutCom.environment(urls)['CHECKOUT_COM_PUBLIC_KEY'],
      },
      {
        provider: ADYEN,
        gateway: 'adyen',
        gateway_merchant_id: adyen.environment(urls)['ADYEN_MERCHANT_ACCOUNT'],
      },
    ],
  };
}

/** Adds Google Pay to the site's configuration in a response, which is the configuration alone or a batch with it. */
function withGooglePay(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withGooglePay);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name !== 'app_pkg_info' || typeof inner !== 'string') return [name, withGooglePay(inner)];
      return [name, JSON.stringify({ ...(JSON.parse(inner) as object), google_pay: googlePayHere() })];
    }),
  );
}

async function tellOfGooglePay(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: withGooglePay(await response.json()) });
}

/** A browser with or without Google Pay, in a shop that offers it. */
export class GoogleWallet {
  readonly page: Page;
  readonly sheet: Locator;
  readonly row: Locator;
  readonly button: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sheet = page.getByTestId('google-sheet');
    this.row = page.getByRole('radio', { name: 'Google Pay' });
    this.button = page.getByRole('button', { name: 'Google Pay' });
  }

  /** Call before the page is opened. Null: the shop offers Google Pay, but this browser has none. */
  async carry(scenario: ScenarioKey | null): Promise<void> {
    for (const { path } of [readSiteConfig, runBatch]) await this.page.route(`**${path}**`, tellOfGooglePay);
    await this.page.addInitScript((has) => {
      if (has !== null) localStorage.setItem('sandbox-google-pay', has);
    }, scenario);
  }

  async choose(): Promise<void> {
    await this.row.click();
    await expect(this.row).toBeChecked();
    await expect(this.button).toBeVisible();
  }

  async agree(): Promise<void> {
    await this.page.getByTestId('google-pay').click();
  }

  async cancel(): Promise<void> {
    await this.page.getByTestId('google-cancel').click();
  }
}
