import { afterEach, beforeEach, expect, it } from 'vitest';
import { act, waitFor } from '../ui/test/library.ts';

const page = document.documentElement;
let root: HTMLElement;

beforeEach(() => {
  root = document.createElement('div');
  root.lang = 'ar';
  root.dir = 'rtl';
  root.innerHTML = '<main>ahead of time</main>';
  document.body.replaceChildren(root);
  document.head.innerHTML = '<meta name="description" content="ahead of time">';
});
afterEach(() => {
  page.lang = 'ar';
});

it('[APP-19] a page in English is drawn with English texts and description once its screen has loaded', async () => {
  page.lang = 'en';
  const { word } = await import('../words/word.ts');
  expect(() => word('home.nav')).toThrow(/home\.nav/);
  const { openInOtherLanguage } = await import('./other-language.ts');
  let screenIsThere: () => void = () => undefined;
  const screen = new Promise<void>((resolve) => (screenIsThere = resolve));
  const opened = openInOtherLanguage(root, <main>{word('count.gems', { n: 1_060 })}</main>, screen);
  expect([root.textContent, root.lang, root.dir]).toEqual(['', '', '']);
  await act(async () => {
    screenIsThere();
    await opened;
  });
  await waitFor(() => expect(root.textContent).toBe('1,060 gems'));
  expect([word('home.nav'), word('count.gems', { n: 1 })]).toEqual(['Home', '1 gem']);
  expect(word('result.success.title')).not.toBe('');
  expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(
    'Top up your gems in under a minute. See the name and picture before you pay, and follow your gems until they arrive.',
  );
});
