import autocannon from 'autocannon';

export interface Call {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Slice {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly calls: number;
}

export interface Load {
  readonly url: string;
  readonly callers: number;
  /** The calls to send, each once. They are prepared before the measurement. */
  readonly calls: readonly Call[];
  readonly isGood: (answer: string) => boolean;
}

/**
 * Opens a persistent connection for each caller. Each sends its next call as soon as its last one is answered, until all calls
 * are sent. The clock stops with the last answer, and any bad answer ends the run.
 */
export async function generateLoad({ url, callers, calls, isGood }: Load): Promise<Slice> {
  let next = 0;
  const timesMs: number[] = [];
  const startedAt = performance.now();
  let endedAt = startedAt;
  await new Promise<void>((done, failed) => {
    const requests: autocannon.Request[] = [
      {
        setupRequest: (request) => {
          const call = calls[next % calls.length];
          next += 1;
          return { ...request, ...call, headers: { ...request.headers, ...call?.headers } };
        },
        onResponse: (status, body) => {
          if (status !== 200 || !isGood(body)) failed(new Error(`${url}: ${status} ${body.slice(0, 200)}`));
        },
      },
    ];
    const options = { url, connections: callers, amount: calls.length, timeout: 60, sampleInt: 50, requests };
    const run = autocannon(options, (fault) => (fault ? failed(fault as Error) : done()));
    run.on('reqError', failed);
    run.on('response', (_client, _status, _bytes, tookMs) => {
      timesMs.push(tookMs);
      endedAt = performance.now();
    });
  });
  const sorted = timesMs.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const tookS = (endedAt - startedAt) / 1000;
  return { perSecond: timesMs.length / tookS, p50Ms: at(0.5), p99Ms: at(0.99), calls: timesMs.length };
}
