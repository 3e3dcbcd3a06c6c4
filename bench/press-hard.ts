import { Agent, request as httpRequest } from 'node:http';

export interface Call {
  readonly url: string;
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

/** Connections stay open, as they do behind a balancer. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

function send({ url, method, headers, body }: Call): Promise<string> {
  return new Promise((answered, failed) => {
    const request = httpRequest(url, { agent, method, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) answered(text);
        else failed(new Error(`${url}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    request.on('error', failed);
    request.end(body);
  });
}

/** So many callers, each with its next call as soon as the last is answered. Preparing a call is not part of its time. */
export async function pressHard(
  callers: number,
  forMs: number,
  prepare: () => Promise<Call> | Call,
  isGood: (answer: string) => boolean,
): Promise<Slice> {
  const startedAt = performance.now();
  const timesMs: number[] = [];
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      const call = await prepare();
      const sentAt = performance.now();
      const answer = await send(call);
      if (!isGood(answer)) throw new Error(`${call.url} answered ${answer.slice(0, 200)}`);
      timesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const tookS = (performance.now() - startedAt) / 1000;
  const sorted = timesMs.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { perSecond: timesMs.length / tookS, p50Ms: at(0.5), p99Ms: at(0.99), calls: timesMs.length };
}
