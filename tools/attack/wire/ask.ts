import type { Target } from '../target/target.ts';
import { readAnswers, type Answer } from './answers.ts';
import { exchange, type Peer } from './exchange.ts';

export interface Question {
  readonly method?: string;
  /** As it is written into the request, whatever it is. */
  readonly path: string;
  /** Host is the site's own unless named; null for none. */
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

/** One request by a new visitor; null where the connection ended without an answer. */
export async function ask(target: Target, question: Question): Promise<Answer | null> {
  const peer: Peer = { port: target.port, servername: target.host, ...question.peer };
  const isHead = question.method === 'HEAD';
  const { answers } = await exchange(peer, requestText(question, target.host), { isHead, quietMs: 0 });
  return answers[0] ?? null;
}

/** Several by one visitor on one connection; fewer answers where the server has closed it before. */
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

/** A call of the API by a program, with a body of JSON where there is one. */
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

/** In the order they were asked in, some at a time. */
export async function* inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let at = 0; at < items.length; at += atOnce)
    yield* await Promise.all(items.slice(at, at + atOnce).map((item, index) => work(item, at + index)));
}
