/** An HTTP/1.1 answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** Names in lower case; values of a repeated name are joined by a line break. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly raw: string;
}

const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})/;

function headersOf(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value);
  }
  return headers;
}

/** The body and the index of its end; null while it is incomplete. */
function chunkedBody(text: string, from: number): { body: string; end: number } | null {
  let body = '';
  for (let at = from; ;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const begin = lineEnd + 2;
    if (text.length < begin + size + 2) return null;
    if (size === 0) return { body, end: begin + 2 };
    body += text.slice(begin, begin + size);
    at = begin + size + 2;
  }
}

function hasNoBody(status: number, isHead: boolean): boolean {
  return isHead || status === 204 || status === 304 || status < 200;
}

function bodyOf(
  text: string,
  from: number,
  headers: ReadonlyMap<string, string>,
  isEnded: boolean,
): { body: string; end: number } | null {
  if (headers.get('transfer-encoding') === 'chunked') return chunkedBody(text, from);
  const length = headers.get('content-length');
  const end = length === undefined ? text.length : from + Number(length);
  const isWhole = length === undefined ? isEnded : text.length >= end;
  return isWhole ? { body: text.slice(from, end), end } : null;
}

/** All complete answers among the received bytes. `isEnded`: the server has closed, so a body without a length is complete. */
export function readAnswers(received: Buffer, isEnded: boolean, isHead = false): Answer[] {
  const text = received.toString('latin1');
  const answers: Answer[] = [];
  for (let at = 0; at < text.length;) {
    const headEnd = text.indexOf(HEAD_END, at);
    const status = Number(STATUS_LINE.exec(text.slice(at, at + 20))?.[1]);
    if (headEnd < 0 || Number.isNaN(status)) break;
    const headers = headersOf(text.slice(at, headEnd).split('\r\n').slice(1));
    const bodyFrom = headEnd + HEAD_END.length;
    const read = hasNoBody(status, isHead)
      ? { body: '', end: bodyFrom }
      : bodyOf(text, bodyFrom, headers, isEnded);
    if (read === null) break;
    // A 100 is not the answer yet.
    if (status >= 200 || status === 101)
      answers.push({ status, headers, body: read.body, raw: text.slice(at, read.end) });
    at = read.end;
  }
  return answers;
}
