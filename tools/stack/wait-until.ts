import { setTimeout as sleep } from 'node:timers/promises';

const POLL_EVERY_MS = 50;

/** Repeats the check until it returns true. A check that throws counts as false. */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs: number,
  everyMs: number = POLL_EVERY_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let lastFault: unknown;
  while (Date.now() < deadline) {
    try {
      if (await isTrue()) return;
    } catch (fault) {
      lastFault = fault;
    }
    await sleep(everyMs);
  }
  throw new Error(`${what}: not within ${timeoutMs / 1000} s`, { cause: lastFault });
}

const PROBE_TIMEOUT_MS = 2_000;

export async function answersOk(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  await response.body?.cancel();
  return response.ok;
}
