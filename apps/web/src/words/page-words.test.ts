import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const root = document.documentElement;

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock('./english.ts');
  root.lang = 'ar';
  root.dir = 'rtl';
});

it('[APP-19] an Arabic page waits for no words', async () => {
  const { fetchPageWords } = await import('./page-words.ts');
  expect(fetchPageWords()).toBeNull();
});

it('[APP-19] an English page has every word once they are fetched, without its screens', async () => {
  root.lang = 'en';
  const { fetchPageWords } = await import('./page-words.ts');
  const { word } = await import('./word.ts');
  expect(() => word('home.nav')).toThrow(/home\.nav/);
  await fetchPageWords();
  expect(word('home.nav')).toBe('Home');
  expect(word('count.gems', { n: 1 })).toBe('1 gem');
  expect(word('count.gems', { n: 1_060 })).toBe('1,060 gems');
  expect(word('result.success.title')).not.toBe('');
});

it('words lost on the way leave the page in Arabic, from right to left', async () => {
  root.lang = 'en';
  root.dir = 'ltr';
  vi.doMock('./english.ts', () => {
    throw new Error('lost');
  });
  const { fetchPageWords } = await import('./page-words.ts');
  const { word } = await import('./word.ts');
  await fetchPageWords();
  expect([root.lang, root.dir, word('home.nav')]).toEqual(['ar', 'rtl', 'الرئيسية']);
});
