import { readPosition, uploadRecipientHistory } from '@jawhara/contract';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront } from '../weak/weak-front.ts';
import { weakRedirect } from '../weak/weak-redirect.ts';
import type { Answer } from '../wire/answers.ts';
import { ask, inTurns, type Question } from '../wire/ask.ts';

const EVIL = 'evil.example';
const AT_ONCE = 10;
/** An address of no country: the table of address ranges for development does not list it. */
const CLAIMED_ADDRESS = '203.0.113.9';

const foreignHosts = (host: string): readonly (string | null)[] => [
  EVIL,
  `${EVIL}:443`,
  `${host}.${EVIL}`,
  `${EVIL}.${host}`,
  `x${host}`,
  `${host}@${EVIL}`,
  `${EVIL}#${host}`,
  `${EVIL}/${host}`,
  `${host},${EVIL}`,
  `${EVIL} ${host}`,
  `shop.test`,
  '127.0.0.1',
  'localhost',
  '[::1]',
  '_',
  '*',
  '',
  null,
];

const names = (host: string | null): string => (host === null ? 'no host' : `host "${host}"`);

/** A request for a foreign host must be answered with a bare 400 or not at all: no page, no error page, no echo of the host. */
function nothingFor(answer: Answer | null): string | null {
  if (answer === null) return null;
  if (answer.raw.includes(EVIL)) return `answered with ${answer.status}, and it names ${EVIL}`;
  return answer.status === 400 ? null : `answered with ${answer.status}`;
}

async function* foreignHost(target: Target): AsyncGenerator<Probe> {
  const { host, plainPort } = target;
  const plain = { port: plainPort, isPlain: true };
  yield* inTurns(foreignHosts(host), AT_ONCE, async (foreign) =>
    probe(`https, ${names(foreign)}`, nothingFor(await ask(target, { path: '/pay', host: foreign }))),
  );
  yield* inTurns(foreignHosts(host), AT_ONCE, async (foreign) =>
    probe(
      `http, ${names(foreign)}`,
      nothingFor(await ask(target, { path: '/pay', host: foreign, peer: plain })),
    ),
  );
  for (const servername of [EVIL, '', `${EVIL}.${host}`]) {
    const answer = await ask(target, { path: '/pay', host: EVIL, peer: { servername } });
    yield probe(`https, TLS for "${servername}", host "${EVIL}"`, nothingFor(answer));
  }
  for (const scheme of ['http', 'https']) {
    const path = `${scheme}://${EVIL}/pay`;
    for (const peer of [{}, plain])
      yield probe(
        `${'isPlain' in peer ? 'http' : 'https'}, target ${path} with our host`,
        nothingFor(await ask(target, { path, peer })),
      );
  }
}

/** Requests paths that contain a foreign host or a line break: redirects must stay on our host, and no header may be injected. */
async function* ownHost(target: Target): AsyncGenerator<Probe> {
  const { host, plainPort } = target;
  const plain = { port: plainPort, isPlain: true };
  for (const path of ['/pay?a=1', `//${EVIL}/`, `/\\${EVIL}`, '/%0d%0aX-Injected:%20yes', `/@${EVIL}`]) {
    const answer = await ask(target, { path, peer: plain });
    const location = answer?.headers.get('location') ?? '';
    const isOurs = location.startsWith(`https://${host}/`) && !answer?.headers.has('x-injected');
    yield probe(`http, ${path}`, answer === null || isOurs ? null : `leads to ${location || answer.status}`);
  }
  for (const path of [
    `/home//${EVIL}`,
    `/home?${EVIL}`,
    '/home?%0d%0aX-Injected:%20yes',
    `/home/?next=//${EVIL}`,
    `//${EVIL}/home`,
    `/home/..//${EVIL}`,
  ]) {
    const answer = await ask(target, { path });
    const location = answer?.headers.get('location');
    const isOurs = location === undefined || /^\/(?![/\\])/.test(location);
    yield probe(
      `https, ${path}`,
      isOurs && !answer?.headers.has('x-injected') ? null : `leads to ${location}`,
    );
  }
}

/** Headers by which a load balancer names the visitor's address. Sent by a visitor they must be ignored. */
const CLAIMS: readonly Readonly<Record<string, string>>[] = [
  { 'X-Forwarded-For': CLAIMED_ADDRESS },
  { 'X-Forwarded-For': `127.0.0.1, ${CLAIMED_ADDRESS}` },
  { 'X-Real-IP': CLAIMED_ADDRESS },
  { Forwarded: `for=${CLAIMED_ADDRESS};host=${EVIL};proto=http` },
  { 'True-Client-IP': CLAIMED_ADDRESS },
  { 'CF-Connecting-IP': CLAIMED_ADDRESS },
  { 'X-Forwarded-Host': EVIL },
  { 'X-Forwarded-Server': EVIL },
  { 'X-Forwarded-Proto': 'http' },
  { 'X-Forwarded-Port': '80' },
  { 'X-Forwarded-Prefix': `//${EVIL}` },
  { 'X-Original-URL': '/metrics' },
  { 'X-Rewrite-URL': '/metrics' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-Host': EVIL },
];

function believed(answer: Answer | null): string | null {
  if (answer === null) return 'no answer';
  if (answer.raw.includes(EVIL)) return `the answer names ${EVIL}`;
  if (!answer.headers.has('strict-transport-security')) return 'taken for plain http';
  const country = (JSON.parse(answer.body) as { data?: { country?: unknown } }).data?.country;
  return country === 'SA' ? null : `the visitor is taken for somebody in ${String(country)}`;
}

async function* claims(target: Target): AsyncGenerator<Probe> {
  yield* inTurns(CLAIMS, AT_ONCE, async (headers) => {
    const answer = await ask(target, { path: readPosition.path, headers });
    return probe(`claimed ${JSON.stringify(headers)}`, believed(answer));
  });
}

/** A call with a stranger's Origin is refused, whatever Host header comes with it. */
async function* originOfStranger(target: Target): AsyncGenerator<Probe> {
  const { path } = uploadRecipientHistory;
  const send = (more: Partial<Question>): Question => ({
    method: 'POST',
    path,
    body: '{}',
    headers: { 'Content-Type': 'application/json', Origin: `https://${EVIL}` },
    ...more,
  });
  const forms: readonly (readonly [string, Question])[] = [
    ['our host', send({})],
    [
      'a whole address of ours and a foreign host',
      send({ path: `https://${target.host}${path}`, host: EVIL }),
    ],
    ['TLS for us and a foreign host', send({ host: EVIL })],
  ];
  for (const [name, question] of forms) {
    const answer = await ask(target, question);
    const isRefused = answer === null || answer.status === 403 || answer.status === 400;
    const isJudged = answer?.status === 400 && answer.body.includes('22001');
    yield probe(
      `a page of ${EVIL} changes something, ${name}`,
      isRefused && !isJudged ? null : `it was let in: ${answer?.status}`,
    );
  }
}

/** The names under which the site is served, and the headers that may name the visitor's address. */
export const hosts: Attack = {
  name: 'hosts and forwarding headers',
  tool: 'wire',
  async *run(target) {
    yield* foreignHost(target);
    yield* ownHost(target);
    yield* claims(target);
    yield* originOfStranger(target);
  },
  plants: [
    {
      weakness: 'every host is served',
      reported: /https, host "evil\.example": answered with 200/,
      start: (target) =>
        startWeakFront(target, { changeRequest: (headers) => (headers['host'] = target.host) }),
    },
    {
      weakness: 'plain http leads to the host it was asked by',
      reported: /http, host "evil\.example": answered with 308, and it names/,
      start: weakRedirect,
    },
    {
      weakness: 'X-Forwarded-For of a visitor is believed',
      reported: /claimed .*X-Forwarded-For.*taken for somebody/,
      start: (target) =>
        startWeakFront(target, {
          changeAnswer(answer, { headers }) {
            if (headers['x-forwarded-for'] === CLAIMED_ADDRESS)
              answer.body = Buffer.from(answer.body.toString().replace('"SA"', 'null'));
          },
        }),
    },
  ],
};
