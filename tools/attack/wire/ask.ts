import type { Target } from '../target/target.ts';
import { readAnswers, type Answer } from './answers.ts';
import { exchange, type Peer } from './exchange.ts';

export interface Question {
  readonly method?: string;
  /** Written into the request without any change. */
  readonly path: string;
  /** The Host header: the site's own by default, null for none. */
  readonly host?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly peer?: Partial<Peer>;
}

export function requestText(question: Question, host: string, connection = 'close'): string {
  const { method = 'GET', path, headers = {}, body } = question;
  const named = question.host === undefined ? host : question.host;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(named === null ? [] : [`Host: ${named}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]),
    `Connection: ${connection}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Sends a request as a new visitor; null if the connection ended without an answer. */
export async function ask(target: Target, question: Question): Promise<Answer | null> {
  const peer: Peer = { port: target.port, servername: target.host, ...question.peer };
  const isHead = question.method === 'HEAD';
  const { answers } = await exchange(peer, requestText(question, target.host), { isHead, quietMs: 0 });
  return answers[0] ?? null;
}

/** Sends several requests on one connection; there are fewer answers if the server closed it early. */
export async function askInRow(target: Target, questions: readonly Question[]): Promise<readonly Answer[]> {
  const text = questions
    .map((question, index) =>
      requestText(question, target.host, index === questions.length - 1 ? 'close' : 'keep-alive'),
    )
    .join('');
  const isEnough = (received: Buffer): boolean => readAnswers(received, false).length === questions.length;
  const peer: Peer = { port: target.port, servername: target.host };
  return (await exchange(peer, text, { isEnough, quietMs: 0 })).answers;
}

/** A call of the API, with a JSON body if given. */
export function askApi(
  target: Target,
  path: string,
  sent: {
    readonly json?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly from?: string;
  } = {},
): Promise<Answer | null> {
  const { json, headers = {}, from } = sent;
  return ask(target, {
    path,
    headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    ...(from === undefined ? {} : { peer: { from } }),
  });
}

/** Runs the work a few at a time; results come in the order of the items. */
export async function* inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let at = 0; at < items.length; at += atOnce)
    yield* await Promise.all(items.slice(at, at + atOnce).map((item, index) => work(item, at + index)));
}
