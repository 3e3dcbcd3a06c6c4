import { chromium, type Browser } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../browser/find-chromium.ts';

/** A separate browser, which Lighthouse controls by the port and Playwright by its pipe. */
export function startChromium(debuggingPort: number): Promise<Browser> {
  const args = [...CHROMIUM_FLAGS, `--remote-debugging-port=${debuggingPort}`];
  return chromium.launch({ executablePath: findChromium(), args });
}
