import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addEvent,
  logInWithPassword,
  logInWithTicket,
  readServerTime,
  readSignedInAccount,
  readTicket,
  reportPolicyViolations,
  SESSION_KEY_HEADERS,
} from '@jawhara/contract';
import { SECURE_NAME } from '../../../apps/api/src/http/devices.ts';
import { probe, type Attack } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront } from '../weak/weak-front.ts';
import { ask, type Question } from '../wire/ask.ts';

/** The uid and password of a seeded development account; the password is the same for all of them. */
const OWNER = { display_uid: '5048213', password: 'jawhara-2026' };
const WRITTEN_WITHIN_MS = 1_500;
const CARD_BEGINNING = '4000';

const newKey = (): string => randomBytes(32).toString('hex');
const newText = (): string => randomBytes(18).toString('base64url');

/** A new number that passes the card number check. */
function newCard(): string {
  const digits = CARD_BEGINNING + String(randomBytes(6).readUIntBE(0, 6)).padStart(11, '0').slice(-11);
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Question => ({
  method: 'POST',
  path,
  headers: { ...JSON_TYPE, ...headers },
  body,
});

type Sent = (secret: string) => Question;

/** Places of a secret in requests that are answered, refused or malformed. */
const PLACES: readonly (readonly [string, () => string, Sent])[] = [
  [
    'a password in a query',
    newText,
    (secret) => ({ path: `${logInWithPassword.path}?display_uid=5048213&password=${secret}` }),
  ],
  [
    'a password in JSON',
    newText,
    (secret) => post(logInWithPassword.path, JSON.stringify({ ...OWNER, password: secret })),
  ],
  ['a password in broken JSON', newText, (secret) => post(logInWithPassword.path, `{"password":"${secret}"`)],
  [
    'a password of a wrong type',
    newText,
    (secret) => post(logInWithPassword.path, JSON.stringify({ password: { secret } })),
  ],
  ['a password in a query after a broken escape', newText, (secret) => ({ path: `/%zz?password=${secret}` })],
  [
    'a password in a query that is too long',
    newText,
    (secret) => ({ path: `/api/x/?password=${secret}${'a'.repeat(20_000)}` }),
  ],
  [
    'a password in a query with two hosts',
    newText,
    (secret) => ({ path: `/pay?password=${secret}`, headers: { Host: 'x' } }),
  ],
  [
    'a session key in a query',
    newKey,
    (secret) => ({ path: `${readSignedInAccount.path}?session_key=${secret}` }),
  ],
  ['a session key in the query of a page', newKey, (secret) => ({ path: `/pay?session_key=${secret}` })],
  [
    'a session key in the query of no page',
    newKey,
    (secret) => ({ path: `/nothing/here?session_key=${secret}` }),
  ],
  ['a session key in a query after /home', newKey, (secret) => ({ path: `/home?session_key=${secret}` })],
  [
    'a session key in a header',
    newKey,
    (secret) => ({ path: readSignedInAccount.path, headers: { [SESSION_KEY_HEADERS[0] ?? '']: secret } }),
  ],
  [
    'a session key as the page before',
    newKey,
    (secret) => ({
      path: readServerTime.path,
      headers: { Referer: `https://pay.shop.test/pay?session_key=${secret}` },
    }),
  ],
  [
    'a session key in a report of a violation',
    newKey,
    (secret) =>
      post(
        reportPolicyViolations.path,
        JSON.stringify({
          'csp-report': {
            'document-uri': `https://pay.shop.test/pay?session_key=${secret}`,
            'violated-directive': 'img-src',
            'blocked-uri': 'https://x.example',
          },
        }),
        { 'Content-Type': 'application/csp-report' },
      ),
  ],
  ['a ticket in a query', newText, (secret) => ({ path: `${logInWithTicket.path}?ticket=${secret}` })],
  ['a ticket in JSON', newText, (secret) => post(readTicket.path, JSON.stringify({ ticket: secret }))],
  ['a ticket in the query of a page', newText, (secret) => ({ path: `/login?ticket=${secret}` })],
  [
    'a device in a cookie',
    newText,
    (secret) => ({ path: readServerTime.path, headers: { Cookie: `${SECURE_NAME}=${secret}` } }),
  ],
  [
    'a key in Authorization',
    newText,
    (secret) => ({ path: readServerTime.path, headers: { Authorization: `Bearer ${secret}` } }),
  ],
  ['a card number in a query', newCard, (secret) => ({ path: `/api/nothing/?number=${secret}` })],
  [
    'a card number in JSON',
    newCard,
    (secret) => post(logInWithPassword.path, JSON.stringify({ display_uid: secret, password: 'x' })),
  ],
  ['a card number in broken JSON', newCard, (secret) => post(logInWithPassword.path, `{"number":${secret}`)],
  ['a card number in an event', newCard, (secret) => post(addEvent.path, JSON.stringify({ event: secret }))],
];

/** Signs in with a real account, so that there is a valid session key to look for. */
async function signIn(target: Target): Promise<void> {
  target.secrets.add("an owner's password", OWNER.password);
  const answer = await ask(target, post(logInWithPassword.path, JSON.stringify(OWNER)));
  const key = /"session_key":"([0-9a-f]{64})"/.exec(answer?.body ?? '')?.[1];
  if (key === undefined)
    throw new Error(`nobody could sign in: ${answer?.status} ${answer?.body.slice(0, 80)}`);
  target.secrets.add('a true session key, answered and used', key);
  await ask(target, { path: readSignedInAccount.path, headers: { [SESSION_KEY_HEADERS[0] ?? '']: key } });
  await ask(target, { path: `${readSignedInAccount.path}?session_key=${key}` });
}

async function sendSecrets(target: Target): Promise<void> {
  await signIn(target);
  for (const [where, make, write] of PLACES) {
    const once = (how: string, more: Partial<Question>) =>
      ask(target, { ...write(target.secrets.add(`${where}${how}`, make())), ...more });
    await Promise.all([
      once('', {}),
      once(', without an API', { peer: { port: target.deadApiPort } }),
      once(', over http', { peer: { port: target.plainPort, isPlain: true } }),
    ]);
  }
}

/** Searches all our logs for every secret that the other attacks have sent. */
export const loggedSecrets: Attack = {
  name: 'secrets in logs',
  tool: 'wire',
  async *run(target) {
    await sendSecrets(target);
    await sleep(WRITTEN_WITHIN_MS);
    const files = target.logFiles();
    for (const file of files) {
      const names = target.secrets.namesIn(readFileSync(file, 'utf8'));
      for (const name of names) yield probe(basename(file), `holds ${name}`);
      for (let rest = target.secrets.size - names.length; rest > 0; rest -= 1)
        yield probe(basename(file), null);
    }
  },
  plants: [
    {
      weakness: 'a log with whole addresses',
      reported: /access\.log: holds a session key in the query of a page/,
      async start(target) {
        const dir = mkdtempSync(join(tmpdir(), 'jawhara-weak-log-'));
        const file = join(dir, 'access.log');
        writeFileSync(file, '');
        const weak = await startWeakFront(target, {
          changeAnswer: (_answer, { path }) => appendFileSync(file, `${path}\n`),
        });
        return {
          target: { ...weak.target, logFiles: () => [...target.logFiles(), file] },
          async stop() {
            await weak.stop();
            rmSync(dir, { recursive: true });
          },
        };
      },
    },
  ],
};
