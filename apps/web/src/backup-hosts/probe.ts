import { probeHost, probeHostOfApp, type Endpoint } from '@jawhara/contract';
import { DIAL_TIMEOUT_MS } from '@jawhara/domain';
import { readAnswer } from '../api/read-answer.ts';

/**
 * Probes one of our hosts without cookie or credentials. An answer that is not ours, such as a captive network's page,
 * counts as unreachable.
 */
export async function askHost<Value>(
  host: string,
  { path, answer }: Endpoint<object, Value>,
): Promise<Value> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), DIAL_TIMEOUT_MS);
  try {
    const response = await fetch(`${location.protocol}//${host}${path}`, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: abort.signal,
    });
    const answered = readAnswer(answer, { status: response.status, body: await response.text() });
    if (answered.kind === 'ok') return answered.value;
    throw new Error(`${host} answered nothing of ours`);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the host answers at least one of its two probe calls. */
export function isReachable(host: string): Promise<boolean> {
  const probes = [askHost(host, probeHost), askHost(host, probeHostOfApp)];
  return Promise.any(probes).then(
    () => true,
    () => false,
  );
}

/** All in parallel, because the payer waits; the first reachable one of the list wins. */
export async function firstReachable(hosts: readonly string[]): Promise<string | null> {
  const there = await Promise.all(hosts.map(isReachable));
  return hosts.find((_, i) => there[i]) ?? null;
}
