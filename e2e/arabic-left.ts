import type { Page } from '@playwright/test';

/** Arabic texts left on an English page. Names of people may be Arabic, and so may the name of the Arabic language. */
export async function arabicLeft(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const theirs = 'bdi, [lang="ar"], .avatar, script, style';
    // Within a sentence a name stands between Unicode isolation marks.
    const withoutNames = (text: string): string => text.replace(/\u2068[^\u2069]*\u2069/g, '');
    const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(withoutNames(text));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (isArabic(text.textContent ?? '') && text.parentElement?.closest(theirs) === null)
        found.push(text.textContent?.trim() ?? '');
    }
    const labels = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'];
    for (const element of document.body.querySelectorAll(labels.map((name) => `[${name}]`).join())) {
      for (const name of labels) {
        // The language's name is written in its own script.
        const label = (element.getAttribute(name) ?? '').replace('العربية', '');
        if (isArabic(label)) found.push(`${name}: ${label}`);
      }
    }
    return found;
  });
}
