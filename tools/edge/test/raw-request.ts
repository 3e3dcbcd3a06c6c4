import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface RawAnswer {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly tookMs: number;
}

export interface RawRequest {
  readonly port: number;
  readonly text: string;
  readonly isPlain?: boolean;
  /** The local address from which to connect. */
  readonly from?: string;
  readonly withinMs?: number;
}

function read(text: string, tookMs: number): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1];
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return {
    status: status === undefined ? null : Number(status),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    tookMs,
  };
}

/** Sends raw bytes over HTTP/1.1; the answer is everything until the connection ends. Without an answer the status is null. */
export function sendRaw({
  port,
  text,
  isPlain = false,
  from,
  withinMs = 8_000,
}: RawRequest): Promise<RawAnswer> {
  const startedAtMs = performance.now();
  const where = { host: '127.0.0.1', port, ...(from === undefined ? {} : { localAddress: from }) };
  return new Promise((resolve) => {
    const socket = isPlain
      ? connectPlain(where)
      : connectTls({ ...where, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    let receivedText = '';
    const end = (): void => {
      socket.destroy();
      resolve(read(receivedText, performance.now() - startedAtMs));
    };
    socket.once(isPlain ? 'connect' : 'secureConnect', () => socket.write(text, 'latin1'));
    socket.on('data', (chunk: Buffer) => (receivedText += chunk.toString()));
    socket.setTimeout(withinMs, end);
    socket.once('error', end).once('close', end);
  });
}
