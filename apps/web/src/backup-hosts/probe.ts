import { probeHost, probeHostOfApp, type Endpoint } from '@jawhara/contract';
import { DIAL_TIMEOUT_MS } from '@jawhara/domain';
import { readAnswer } from '../api/read-answer.ts';

/**
 * Asks a host of ours, this one or another, without a cookie and without anything that says who asks. Whoever intercepts the line
 * and answers with a page of his own is not taken for it: the answer has to be one of ours.
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

/** Either probe will do. */
export function isReachable(host: string): Promise<boolean> {
  const probes = [askHost(host, probeHost), askHost(host, probeHostOfApp)];
  return Promise.any(probes).then(
    () => true,
    () => false,
  );
}

/** All at once, because the payer waits; of those that are there the first of the list. */
export async function firstReachable(hosts: readonly string[]): Promise<string | null> {
  const there = await Promise.all(hosts.map(isReachable));
  return hosts.find((_, i) => there[i]) ?? null;
}
