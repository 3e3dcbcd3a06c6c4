import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadProviderScript } from './provider-script.ts';

const scripts: HTMLScriptElement[] = [];
const { append } = document.head;

beforeEach(() => {
  vi.useFakeTimers();
  scripts.length = 0;
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    scripts.push(node as HTMLScriptElement);
    (node as HTMLScriptElement).type = 'text/plain'; // nothing is fetched by a test
    append.call(document.head, node);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const script of scripts) script.remove();
});

it('[NET-11] a provider’s script is on the page once, however often the card step is opened', async () => {
  const both = [1, 2].map(() => loadProviderScript('https://one.example/fields.js'));
  scripts[0]?.dispatchEvent(new Event('load'));
  await Promise.all(both);
  await loadProviderScript('https://one.example/fields.js');
  expect(scripts.map(({ src }) => src)).toEqual(['https://one.example/fields.js']);
});

it('[NET-11] a provider’s script that does not load within 30 seconds fails, and the next try loads it anew', async () => {
  const late = loadProviderScript('https://late.example/fields.js');
  const failed = late.catch((fault: unknown) => fault);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toEqual(new Error('the card fields did not load'));
  const again = loadProviderScript('https://late.example/fields.js');
  expect(scripts).toHaveLength(2);
  scripts[1]?.dispatchEvent(new Event('load'));
  await again;
});
