interface RequestParts {
  readonly path: string;
  readonly host: string;
  /** A whole request, hidden in the body of another. */
  readonly smuggled: string;
}

interface AmbiguousRequest {
  readonly name: string;
  /** `one answer`: the request is unusual but has one meaning, or servers differ in whether they refuse it. */
  readonly expected: 'refused' | 'one answer';
  write(parts: RequestParts): string;
}

/** Header lines after Host; `LENGTH` becomes the number of bytes that follow. */
function post(headLines: string, body: (smuggled: string) => string) {
  return ({ path, host, smuggled }: RequestParts): string => {
    const sent = body(smuggled);
    const head = headLines.replaceAll('LENGTH', String(sent.length));
    return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${head}\r\n\r\n${sent}`;
  };
}

const NO_CHUNKS = (smuggled: string): string => `0\r\n\r\n${smuggled}`;
const AS_IT_IS = (smuggled: string): string => smuggled;

const refused = (name: string, write: AmbiguousRequest['write']): AmbiguousRequest => ({
  name,
  expected: 'refused',
  write,
});
const odd = (name: string, write: AmbiguousRequest['write']): AmbiguousRequest => ({
  name,
  expected: 'one answer',
  write,
});

/** Spellings of `Transfer-Encoding: chunked`; beside a Content-Length each can be read in two ways. */
const CHUNKED_IN_DISGUISE: readonly (readonly [string, string])[] = [
  ['chunks announced after a tab', 'Transfer-Encoding:\tchunked'],
  ['chunks in capitals', 'Transfer-Encoding: CHUNKED'],
  ['chunks announced twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
  ['chunks and identity', 'Transfer-Encoding: chunked, identity'],
  ['identity and chunks', 'Transfer-Encoding: identity, chunked'],
  ['chunks and an unknown coding', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: x'],
  ['an unknown coding alone', 'Transfer-Encoding: xchunked'],
  ['chunks in quotes', 'Transfer-Encoding: "chunked"'],
  ['a vertical tab before chunks', 'Transfer-Encoding: \u000bchunked'],
  ['a blank before the colon', 'Transfer-Encoding : chunked'],
  ['a null byte in the name', 'Transfer-Encoding\u0000: chunked'],
  ['chunks after a bare line feed', 'X: a\nTransfer-Encoding: chunked'],
];

const LENGTHS: readonly (readonly [string, string])[] = [
  ['two different lengths', 'Content-Length: 0\r\nContent-Length: LENGTH'],
  ['two different lengths, the other way round', 'Content-Length: LENGTH\r\nContent-Length: 0'],
  ['the same length twice', 'Content-Length: LENGTH\r\nContent-Length: LENGTH'],
  ['a list of lengths', 'Content-Length: 0, LENGTH'],
  ['a length with a sign', 'Content-Length: +LENGTH'],
  ['a negative length', 'Content-Length: -1'],
  ['a length in hexadecimal', 'Content-Length: 0x10'],
  ['a length with a blank in it', 'Content-Length: 0 LENGTH'],
  ['a length beyond all numbers', 'Content-Length: 99999999999999999999999'],
];

const CHUNK_LINES: readonly (readonly [string, string])[] = [
  ['an extension of a chunk', '0;name=value\r\n\r\n'],
  ['an extension with a bare line feed', '0;name=\nvalue\r\n\r\n'],
  ['a quoted extension with a line break in it', '0;name="\r\n\r\n"\r\n\r\n'],
  ['a chunk whose size has a sign', '+0\r\n\r\n'],
  ['a chunk in hexadecimal letters', '0x0\r\n\r\n'],
  ['a chunk beyond all numbers', 'fffffffffffffffff\r\n\r\n'],
  ['a negative chunk', '-1\r\n\r\n'],
  ['a chunk after a bare line feed', '0\n\n'],
  ['a blank after the size', '0 \r\n\r\n'],
  ['a head behind the last chunk', '0\r\nContent-Length: 5\r\nHost: stranger.test\r\n\r\n'],
];

export const AMBIGUOUS_REQUESTS: readonly AmbiguousRequest[] = [
  refused(
    'Content-Length and chunks',
    post('Content-Length: LENGTH\r\nTransfer-Encoding: chunked', NO_CHUNKS),
  ),
  refused('chunks and Content-Length', post('Transfer-Encoding: chunked\r\nContent-Length: 4', NO_CHUNKS)),
  ...CHUNKED_IN_DISGUISE.map(([name, line]) =>
    refused(`${name}, with a length`, post(`Content-Length: LENGTH\r\n${line}`, NO_CHUNKS)),
  ),
  odd(
    'chunks under a name with an underscore',
    post('Content-Length: LENGTH\r\nTransfer_Encoding: chunked', NO_CHUNKS),
  ),
  odd('chunks on a folded line', post('Content-Length: LENGTH\r\nTransfer-Encoding:\r\n chunked', NO_CHUNKS)),
  odd(
    'chunks after a bare carriage return',
    post('Content-Length: LENGTH\r\nX: a\rTransfer-Encoding: chunked', NO_CHUNKS),
  ),
  odd(
    'a length that is to be dropped on the way',
    post('Connection: content-length\r\nContent-Length: LENGTH', AS_IT_IS),
  ),
  ...LENGTHS.map(([name, lines]) => refused(name, post(lines, AS_IT_IS))),
  ...CHUNK_LINES.map(([name, line]) =>
    odd(
      name,
      post('Transfer-Encoding: chunked\r\nConnection: close', (smuggled) => `${line}${smuggled}`),
    ),
  ),
  refused('two hosts', ({ path, host }) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`),
  refused(
    'a host with a blank before its colon beside another',
    ({ path, host }) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost : stranger.test\r\n\r\n`,
  ),
  refused(
    'a null byte in a header',
    ({ path, host }) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX: a\u0000b\r\n\r\n`,
  ),
  refused(
    'a version after the version',
    ({ path, host }) => `GET ${path} HTTP/1.1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ),
  refused('a method in small letters', ({ path, host }) => `get ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
  odd(
    'an upgrade to HTTP/2 in clear',
    ({ path, host, smuggled }) =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  ),
  odd(
    'chunks in HTTP/1.0',
    ({ path, host, smuggled }) =>
      `POST ${path} HTTP/1.0\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ),
  odd(
    'a whole head with bare line feeds',
    ({ path, host }) => `GET ${path} HTTP/1.1\nHost: ${host}\nConnection: close\n\n`,
  ),
];
