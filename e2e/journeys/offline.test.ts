import { arabicWord } from '../arabic-word.ts';
import { expect, test } from '../fixtures.ts';
import { seeToast } from '../toasts.ts';

async function workerState(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  return worker?.state ?? (registration === undefined ? 'not registered' : 'given up');
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'offline the page shows a banner and, after a reload too, the packs, with pay disabled; once online the purchase goes on',
    { tag: '@phone' },
    async ({ page, context, payer, complaints, picture }) => {
      complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
      await page.goto('/pay');
      await payer.chooseRecipient('5048213');
      await payer.choosePack(499);
      await expect.poll(() => page.evaluate(workerState), { timeout: 40_000 }).toBe('activated');
      await page.reload();
      await expect(page.getByTestId('pack-499')).toBeVisible();

      await context.setOffline(true);
      const banner = page.getByText(arabicWord('net.offlineBanner'));
      await expect(banner).toBeVisible();
      await page.reload();
      await expect(banner).toBeVisible();
      await expect(page.getByTestId('pack-499')).toBeChecked();
      await expect(page.getByTestId('pay-now')).toHaveAttribute('aria-disabled', 'true');
      await page.getByTestId('pay-now').click({ force: true });
      await seeToast(page, arabicWord('net.notConnected'));
      await expect(page).toHaveURL('/pay');

      await context.setOffline(false);
      await expect(banner).toBeHidden();
      await payer.openFields();
      await picture('offline');
    },
  );
});

test(
  'when the network is lost while an order is sent, the banner does not claim that nothing was sent',
  { tag: '@phone' },
  async ({ page, context, payer, complaints, picture }) => {
    complaints.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await payer.comeToFields('5048213', 499);
    let isSent = false;
    await page.route('**/api/order/create_coin_pay/', async (route) => {
      if (isSent) return route.continue();
      await route.fetch(); // the server receives it, but the page gets no response
      await context.setOffline(true);
      isSent = true;
      return route.abort();
    });
    await payer.payByCard('approve');
    await expect(page.getByText(arabicWord('net.offlineWhilePaying'))).toBeVisible();
    await expect(page.getByText(arabicWord('net.offlineBanner'))).toHaveCount(0);
    await context.setOffline(false);
    await payer.seeOutcome('success');
    await picture('offline-while-paying');
  },
);

test(
  'when the network is lost while the bank’s page loads, it opens once online, and the payment goes on',
  { tag: '@phone' },
  async ({ page, context, payer, complaints }) => {
    complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await payer.comeToFields('5048213', 499);
    let isLost = false;
    await page.route('**/bank/*', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await context.setOffline(true);
      return route.abort('internetdisconnected');
    });
    await payer.payByCard('challenge');
    await expect(page.getByText(arabicWord('net.offlineWhilePaying'))).toBeVisible();
    await context.setOffline(false);
    await payer.seeBank();
    await payer.answerBank(true);
    await payer.seeSuccess();
  },
);
