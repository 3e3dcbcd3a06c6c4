import { expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { journey } from '../journey.ts';
import { choosePack, chooseRecipient, comeToCard, openCardStep, payByCard, seeResult } from '../payer.ts';
import { PHONE_PX } from '../visitor.ts';

async function workerState(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  return worker?.state ?? (registration === undefined ? 'not registered' : 'given up');
}

journey(
  'offline: the banner says so, the packs are still there after a reload, pay is held; online again it goes on',
  'offline',
  async ({ context, page }) => {
    await page.goto('/pay');
    await chooseRecipient(page, '5048213');
    await choosePack(page, 499);
    await expect.poll(() => page.evaluate(workerState), { timeout: 40_000 }).toBe('activated');
    await page.reload();
    await page.getByTestId('pack-499').waitFor();

    await context.setOffline(true);
    const banner = page.getByText(arabicWord('net.offlineBanner'));
    await banner.waitFor();
    await page.reload();
    await banner.waitFor();
    await expect.poll(() => page.getByTestId('pack-499').getAttribute('aria-checked')).toBe('true');
    await page.getByTestId('pay-now').click();
    await page.locator('.toast', { hasText: arabicWord('net.notConnected') }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/pay');

    await context.setOffline(false);
    await banner.waitFor({ state: 'hidden' });
    await openCardStep(page);
  },
  { hasServiceWorker: true, mayComplain: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ },
);

journey(
  'offline while the order is being sent: the banner does not claim that nothing was sent',
  'offline-while-paying',
  async ({ context, page }) => {
    await comeToCard(page, '5048213', 499);
    let isSent = false;
    await page.route('**/api/order/create_coin_pay/', async (route) => {
      if (isSent) return route.continue();
      await route.fetch(); // the server has it, the page never hears
      await context.setOffline(true);
      isSent = true;
      return route.abort();
    });
    await payByCard(page, 'approve');
    await page.getByText(arabicWord('net.offlineWhilePaying')).waitFor();
    expect(await page.getByText(arabicWord('net.offlineBanner')).count()).toBe(0);
    await context.setOffline(false);
    await seeResult(page, 'success');
  },
  { widths: [PHONE_PX], mayComplain: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/ },
);
