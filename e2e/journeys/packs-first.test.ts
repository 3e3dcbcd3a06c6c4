import { expect, test } from '../fixtures.ts';

const REACT = '**/assets/react-*.js';

/** The response with React's code is held back until the payer has pressed a pack. */
test(
  'a pack pressed before React has loaded is selected at once, stays selected and is the one that is paid',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    let comesNow = (): void => undefined;
    const react = new Promise<void>((resolve) => {
      comesNow = resolve;
    });
    await page.route(REACT, async (route) => {
      await react;
      await route.continue();
    });
    await page.goto('/pay', { waitUntil: 'commit' });
    await payer.choosePack(499);
    await picture('packs-before-react');
    await page.evaluate(() =>
      document.querySelector('[data-testid="pack-499"]')?.classList.add('drawn-early'),
    );

    comesNow();
    // React has rendered the packs again: the class that was added above is gone, but the pack is still chosen.
    await expect(page.locator('.drawn-early')).toHaveCount(0);
    await expect(page.getByTestId('pack-499')).toBeChecked();
    await payer.chooseRecipient('5048213');
    await payer.openFields();
    await payer.fillCard('approve');
    await payer.confirmButton.click();
    await payer.seePaid('approve', { gems: 540, cents: 499 });
  },
);
