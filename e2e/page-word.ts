import type { Page } from '@playwright/test';
import { wordIn } from './word-in.ts';

/** The sentence in the language of this page. */
export async function pageWord(page: Page, id: string): Promise<string> {
  const language = await page.locator('html').getAttribute('lang');
  return wordIn(language === 'en' ? 'en' : 'ar', id);
}
