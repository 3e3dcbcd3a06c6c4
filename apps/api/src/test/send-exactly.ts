import { request } from 'node:http';

export interface ExactRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ExactAnswer {
  readonly status: number;
  readonly text: string;
  /** The device's cookie, as a browser would send it back. Null if the answer set none. */
  readonly cookie: string | null;
  readonly setCookie: readonly string[];
}

/** Sends exactly these headers. `fetch` would add headers that name the origin of the request. */
export function sendExactly(
  url: string,
  { method = 'GET', headers = {}, body }: ExactRequest = {},
): Promise<ExactAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const setCookie = response.headers['set-cookie'] ?? [];
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          cookie: setCookie[0]?.split(';', 1)[0] ?? null,
          setCookie,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
