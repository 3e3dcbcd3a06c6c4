import type { Http2Request, RawHeader } from '../wire/http2-request.ts';

interface Http2Parts {
  readonly host: string;
  readonly path: string;
  /** The path of the request hidden in this one. */
  readonly marker: string;
}

interface AmbiguousHttp2Request {
  readonly name: string;
  /** May be served as a single request, as long as the hidden one is not. */
  readonly mayBeServed?: boolean;
  write(parts: Http2Parts): Http2Request;
}

const pseudo = (method: string, path: string, host: string): readonly RawHeader[] => [
  [':method', method],
  [':scheme', 'https'],
  [':authority', host],
  [':path', path],
];

const hidden = ({ marker, host }: Http2Parts): string => `GET ${marker} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** A POST with these headers, whose body holds a whole request. */
function post(
  name: string,
  headers: (parts: Http2Parts, body: string) => readonly RawHeader[],
  mayBeServed = false,
) {
  const write = (parts: Http2Parts): Http2Request => {
    const body = `0\r\n\r\n${hidden(parts)}`;
    return { headers: [...pseudo('POST', parts.path, parts.host), ...headers(parts, body)], body };
  };
  return { name, write, mayBeServed };
}

/** A GET with a line break in a header, which would begin another line or another request. */
function broken(name: string, headers: (parts: Http2Parts) => readonly RawHeader[]): AmbiguousHttp2Request {
  return { name, write: (parts) => ({ headers: headers(parts) }) };
}

export const HTTP2_REQUESTS: readonly AmbiguousHttp2Request[] = [
  post('chunks announced', () => [['transfer-encoding', 'chunked']]),
  post('chunks announced in a header of the connection', () => [
    ['connection', 'transfer-encoding'],
    ['transfer-encoding', 'chunked'],
  ]),
  post('a shorter length than the body', () => [['content-length', '4']]),
  post('a longer length than the body', (_parts, body) => [['content-length', String(body.length + 50)]]),
  post('two lengths', (_parts, body) => [
    ['content-length', '0'],
    ['content-length', String(body.length)],
  ]),
  broken('a line break in a value', (parts) => [
    ...pseudo('GET', parts.path, parts.host),
    ['x', `a\r\n\r\n${hidden(parts)}`],
  ]),
  broken('a line feed in a value', (parts) => [
    ...pseudo('GET', parts.path, parts.host),
    ['x', `a\nTransfer-Encoding: chunked`],
  ]),
  broken('a line break in a name', (parts) => [
    ...pseudo('GET', parts.path, parts.host),
    [`x: a\r\n\r\n${hidden(parts)}y`, 'b'],
  ]),
  broken('a colon in a name', (parts) => [
    ...pseudo('GET', parts.path, parts.host),
    ['transfer-encoding: chunked', 'x'],
  ]),
  broken('a line break in the path', (parts) =>
    pseudo('GET', `${parts.path} HTTP/1.1\r\nHost: ${parts.host}\r\n\r\n${hidden(parts)}`, parts.host),
  ),
  broken('a line break in the method', (parts) =>
    pseudo(`GET ${parts.marker} HTTP/1.1\r\nHost: ${parts.host}\r\n\r\nGET`, parts.path, parts.host),
  ),
  broken('a line break in the host', (parts) =>
    pseudo('GET', parts.path, `${parts.host}\r\n\r\n${hidden(parts)}`),
  ),
  broken('two paths', (parts) => [...pseudo('GET', parts.path, parts.host), [':path', parts.marker]]),
  broken('a host that is not the authority', (parts) => [
    ...pseudo('GET', parts.path, parts.host),
    ['host', 'stranger.test'],
  ]),
  broken('a foreign authority beside our host', (parts) => [
    ...pseudo('GET', parts.path, 'stranger.test'),
    ['host', parts.host],
  ]),
];
