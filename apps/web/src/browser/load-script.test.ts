import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScript, SCRIPT_WAIT_MS } from './load-script.ts';

const URL_OF_OTHERS = 'https://google.example/client';
let script: HTMLScriptElement | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  script = null;
  // The test loads no script: it only records the element.
  vi.spyOn(document.head, 'append').mockImplementation((node) => void (script = node as HTMLScriptElement));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('[NET-11] a sign-in script that has not loaded within 8 seconds fails, and is removed from the page', async () => {
  const isLoaded = loadScript(URL_OF_OTHERS);
  const remove = vi.spyOn(script as unknown as HTMLScriptElement, 'remove');
  let ended: boolean | null = null;
  void isLoaded.then((end) => (ended = end));
  await vi.advanceTimersByTimeAsync(SCRIPT_WAIT_MS - 1);
  expect(ended).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toBe(false);
  expect(remove).toHaveBeenCalledOnce();
  expect(SCRIPT_WAIT_MS).toBe(8_000);
});

it.each([
  ['load', true],
  ['error', false],
] as const)(
  '[NET-11] the %s event of the sign-in script ends the wait for it; the script counts as loaded: %s',
  async (event, isLoaded) => {
    const ended = loadScript(URL_OF_OTHERS);
    expect(script).toMatchObject({ src: URL_OF_OTHERS, async: true });
    script?.dispatchEvent(new Event(event));
    expect(await ended).toBe(isLoaded);
    expect(vi.getTimerCount()).toBe(0);
  },
);
