import type { Page } from '@playwright/test';
import { wordIn } from './word-in.ts';

/** The sentence with this id in the language of the page. */
export async function pageWord(page: Page, id: string): Promise<string> {
  const language = await page.locator('html').getAttribute('lang');
  return wordIn(language === 'en' ? 'en' : 'ar', id);
}
