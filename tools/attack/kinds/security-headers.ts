import { connect } from 'node:http2';
import { readServerTime } from '@jawhara/contract';
import { HOST } from '../../stack/ports.ts';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront } from '../weak/weak-front.ts';
import { inTurns } from '../wire/ask.ts';
import type { Answer } from '../wire/answers.ts';
import { isLargeFormEnded } from '../wire/http2-request.ts';
import { STATUS_REQUESTS, type AnswerKind, type StatusRequest } from './status-requests.ts';

const AT_ONCE = 8;
const STREAM_ENDS_WITHIN_MS = 4_000;

type Rule = readonly [name: string, value: RegExp];

const EVERYWHERE: readonly Rule[] = [
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^(?:SAMEORIGIN|DENY)$/],
  ['content-security-policy', /default-src '(?:self|none)'.*frame-ancestors '(?:self|none)'/],
  ['referrer-policy', /^(?:no-referrer|strict-origin|strict-origin-when-cross-origin)$/],
];
const OVER_HTTPS: Rule = ['strict-transport-security', /^max-age=\d{8,}; includeSubDomains$/];

const RULES = {
  page: [...EVERYWHERE, OVER_HTTPS],
  call: [...EVERYWHERE, OVER_HTTPS, ['cache-control', /no-store/], ['content-type', /^application\/json/]],
  // A redirect is neither framed, loaded nor cached, and browsers ignore HSTS over http.
  plain: [['x-content-type-options', /^nosniff$/]],
} as const satisfies Record<AnswerKind, readonly Rule[]>;

/** Texts that reveal the server program, its version or its source. */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ['a version of nginx', /nginx\/\d/i],
  ['x-powered-by', /^x-powered-by:/im],
  ['a stack trace', /\n {4}at |node:internal/],
];

function envelopeFault(body: string): string | null {
  try {
    const envelope = JSON.parse(body) as { result?: unknown; message?: unknown };
    return typeof envelope.result === 'number' && 'message' in envelope ? null : 'no envelope of ours';
  } catch {
    return 'no JSON';
  }
}

/** nginx sends some headers twice with a 416; both values must be right. */
function isRight(headers: Answer['headers'], [name, value]: Rule): boolean {
  return (headers.get(name) ?? '').split('\n').every((line) => value.test(line));
}

function faultsOf({ headers, raw, body }: Answer, kind: AnswerKind): string[] {
  const missing = RULES[kind]
    .filter((rule) => !isRight(headers, rule))
    .map(([name]) => `without ${name}${headers.has(name) ? ` as it should be (${headers.get(name)})` : ''}`);
  const leaks = LEAKS.filter(([, pattern]) => pattern.test(raw)).map(([what]) => `with ${what}`);
  const envelope = kind === 'call' ? envelopeFault(body) : null;
  return [...missing, ...leaks, ...(envelope === null ? [] : [envelope])];
}

async function tryStatus(target: Target, { name, statuses, kind, provoke }: StatusRequest): Promise<Probe> {
  const answer = await provoke(target);
  const status = answer?.status ?? 0;
  if (!statuses.includes(status))
    return probe(name, `answered with ${status}, where ${statuses.join(' or ')} was to come`);
  const faults = answer === null ? [] : faultsOf(answer, kind);
  return probe(`${name} (${status})`, faults.length === 0 ? null : faults.join(', '));
}

/** Over HTTP/2 nginx accepts longer lines than Node does. */
async function longQueryOverHttp2(target: Target): Promise<Answer | null> {
  const session = connect(`https://${target.host}:${target.port}`, {
    rejectUnauthorized: false,
    host: HOST,
    servername: target.host,
  });
  try {
    return await new Promise<Answer | null>((answered) => {
      session.on('error', () => answered(null));
      const stream = session.request({
        ':path': `${readServerTime.path}?${'a'.repeat(20_000)}`,
        ':authority': target.host,
      });
      let [body, status] = ['', 0];
      const headers = new Map<string, string>();
      stream.on('response', (got) => {
        status = got[':status'] ?? 0;
        for (const [name, value] of Object.entries(got)) headers.set(name, String(value));
      });
      stream.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
      stream.on('end', () => answered({ status, headers, body, raw: body }));
      stream.on('error', () => answered(null));
      setTimeout(() => answered(null), STREAM_ENDS_WITHIN_MS);
    });
  } finally {
    session.destroy();
  }
}

/** Posts a large form to a page over HTTP/2. The stream must end in some way and not wait for data that may never come. */
function largeFormOverHttp2({ port, host }: Target): Promise<boolean> {
  const headers = [
    [':method', 'POST'],
    [':scheme', 'https'],
    [':authority', host],
    [':path', '/pay'],
    ['content-length', '70000'],
  ] as const;
  return isLargeFormEnded({ port, servername: host }, headers, STREAM_ENDS_WITHIN_MS);
}

/** Our headers must be on every status that nginx and Node can be made to send, and our JSON envelope on every API answer. */
export const securityHeaders: Attack = {
  name: 'headers on every status',
  tool: 'wire',
  async *run(target) {
    yield* inTurns(STATUS_REQUESTS, AT_ONCE, (request) => tryStatus(target, request));
    yield await tryStatus(target, {
      name: 'a query of 20 kB over HTTP/2',
      statuses: [200, 400, 414, 431],
      kind: 'call',
      provoke: longQueryOverHttp2,
    });
    yield probe(
      'a form over 64 KiB to a page over HTTP/2',
      (await largeFormOverHttp2(target)) ? null : 'its stream stays open',
    );
  },
  plants: [
    {
      weakness: 'pages that are not found lack one header',
      reported: /no page \(404\): without x-content-type-options$/,
      start: (target) =>
        startWeakFront(target, {
          changeAnswer(answer) {
            if (answer.status === 404) delete answer.headers['x-content-type-options'];
          },
        }),
    },
    {
      weakness: 'errors of calls come as a bare page',
      reported: /no call \(404\): no JSON/,
      start: (target) =>
        startWeakFront(target, {
          changeAnswer(answer, { path }) {
            if (answer.status !== 404 || !path.startsWith('/api/')) return;
            answer.body = Buffer.from('<center>nginx</center>');
          },
        }),
    },
  ],
};
