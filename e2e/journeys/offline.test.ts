import { expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { journey } from '../journey.ts';
import { cardFields, choosePack, chooseRecipient } from '../payer.ts';

journey(
  'offline: the banner says so, the packs are still there after a reload, pay is held; online again it goes on',
  'offline',
  async ({ context, page }) => {
    await page.goto('/pay');
    await chooseRecipient(page, '5048213');
    await choosePack(page, 499);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
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
    await page.getByTestId('pay-now').click();
    await cardFields(page).locator('#card-number').waitFor();
  },
  { hasServiceWorker: true, mayComplain: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ },
);
