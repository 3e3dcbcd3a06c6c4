import { listRecipientHistory, readServerTime, uploadRecipientHistory } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import type { Page } from 'playwright-core';
import { SECURE_NAME } from '../../../apps/api/src/http/devices.ts';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront } from '../weak/weak-front.ts';
import type { Answer } from '../wire/answers.ts';
import { ask, askApi, askInRow, inTurns, type Question } from '../wire/ask.ts';

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
/** Bytes that some cookie parser has treated as white space come first. */
const LIKELY_FIRST = [...new Set([0xa0, 0x0b, 0x0c, 0x1c, 0x85, ...BYTES])];
const AT_ONCE = 24;
/** A device may request its list sixty times a minute. */
const BYTES_PER_DEVICE = 4;
/** Each byte is planted in three places, and a browser stores at most 180 cookies of a domain. */
const BYTES_PER_BROWSER = 32;
const BROWSER_LOTS = [0xa0, 0x00, 0x20, 0x40, 0x60, 0x80, 0xc0, 0xe0] as const;
const BROWSERS_AT_ONCE = 4;
/**
 * Spaces and tabs around a name belong to the header's syntax, and browsers store no cookie with them. A semicolon ends the
 * cookie before it.
 */
const NO_PART_OF_A_NAME = new Set([0x09, 0x20, 0x3b]);

const PLACES = {
  before: (stray: string) => `${stray}${SECURE_NAME}`,
  inside: (stray: string) => SECURE_NAME.replace('jawhara', `jaw${stray}hara`),
  after: (stray: string) => `${SECURE_NAME}${stray}`,
} as const;
const PLACE_NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];

const hex = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase();

async function newDevice(target: Target): Promise<string> {
  const answer = await askApi(target, readServerTime.path);
  const value = answer?.headers.get('set-cookie')?.split(';')[0]?.split('=')[1];
  if (value === undefined) throw new Error('no device was given');
  return target.secrets.add("a device's cookie", value);
}

/** Creates the attacker's device, with one recipient in its list, by which the tests recognise it. */
async function newAttacker(target: Target): Promise<string> {
  const device = await newDevice(target);
  const now = new Date();
  const recipient = { accountId: accountId(1006), fillTimes: 1, firstFillAt: now, lastFillAt: now };
  const headers = { Cookie: `${SECURE_NAME}=${device}` };
  const json = uploadRecipientHistory.request.write([recipient]);
  const answer = await askApi(target, uploadRecipientHistory.path, { json, headers });
  if (answer?.status !== 200) throw new Error(`the attacker's device keeps nothing: ${answer?.status}`);
  return device;
}

const listWith = (cookies: string): Question => ({
  path: listRecipientHistory.path,
  headers: { Cookie: cookies },
});

/** Whether the server took the request for the attacker's device: only the attacker's list has a recipient. */
function isAttackers(answer: Answer | null): boolean {
  if (answer?.status === 429) throw new Error('a device has asked too often to tell whose it is');
  return answer?.status === 200 && hasRecipients(answer.body);
}

/** Sends the requests on one connection. If a byte makes the server close it, each request is sent again on its own connection. */
async function areAttackers(target: Target, headers: readonly string[]): Promise<boolean[]> {
  const answers = await askInRow(target, headers.map(listWith));
  if (answers.length === headers.length) return answers.map(isAttackers);
  return Promise.all(headers.map(async (header) => isAttackers(await ask(target, listWith(header)))));
}

const hasRecipients = (body: string): boolean =>
  ((JSON.parse(body) as { data?: { list?: unknown[] } }).data?.list?.length ?? 0) > 0;

function cookieHeaders(planted: string, own: string): readonly (readonly [string, string])[] {
  return [
    ['before the own one', `${planted}; ${own}`],
    ['after the own one', `${own}; ${planted}`],
  ];
}

const ACCEPTED_AS_ATTACKER = "taken for the attacker's device";

async function tryByte(target: Target, byte: number, attacker: string, victim: string): Promise<Probe[]> {
  const tries = PLACE_NAMES.flatMap((place) => {
    const planted = `${PLACES[place](String.fromCodePoint(byte))}=${attacker}`;
    const alone = NO_PART_OF_A_NAME.has(byte) ? [] : [['alone', planted] as const];
    const headers = [...cookieHeaders(planted, `${SECURE_NAME}=${victim}`), ...alone];
    return headers.map(
      ([order, header]) => [`byte ${hex(byte)} ${place} the name, ${order}`, header] as const,
    );
  });
  const areAccepted = await areAttackers(
    target,
    tries.map(([, header]) => header),
  );
  return tries.map(([tried], index) =>
    probe(tried, areAccepted[index] === true ? ACCEPTED_AS_ATTACKER : null),
  );
}

async function* byProgram(target: Target): AsyncGenerator<Probe> {
  const [attacker, victim] = [await newAttacker(target), await newDevice(target)];
  const [planted, own] = [`${SECURE_NAME}=${attacker}`, `${SECURE_NAME}=${victim}`];
  const [isKnown] = await areAttackers(target, [planted]);
  if (isKnown !== true) throw new Error('a device is not known again');
  for (const [order, header] of cookieHeaders(planted, own)) {
    const [isAccepted] = await areAttackers(target, [header]);
    yield probe(`the same name twice, ${order}`, isAccepted === true ? ACCEPTED_AS_ATTACKER : null);
  }
  const lots = BYTES.filter((byte) => byte % BYTES_PER_DEVICE === 0);
  const pairs: (readonly [string, string])[] = [];
  const newPair = async () => [await newAttacker(target), await newDevice(target)] as const;
  for await (const pair of inTurns(lots, AT_ONCE, newPair)) pairs.push(pair);
  const work = (byte: number): Promise<Probe[]> => {
    const [theirs = '', mine = ''] = pairs[Math.floor(byte / BYTES_PER_DEVICE)] ?? [];
    return tryByte(target, byte, theirs, mine);
  };
  for await (const probes of inTurns(LIKELY_FIRST, AT_ONCE, work)) yield* probes;
}

/** Length of the list that a script of our page receives, with the cookies the browser sends along. */
function listLength(page: Page): Promise<number> {
  return page.evaluate(async (path) => {
    // A planted cookie may make the server refuse the request.
    const answer = await fetch(path).catch(() => null);
    if (answer?.status !== 200) return 0;
    return ((await answer.json()) as { data: { list: unknown[] } }).data.list.length;
  }, listRecipientHistory.path);
}

/** Runs in the neighbour's page. A planted byte may make the answer unreadable. */
async function fetchAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await fetch(path).catch(() => null);
}

/**
 * Lets a neighbour (a foreign host under our parent domain) set cookies for that domain, also with the exact paths of our calls.
 */
async function tryInBrowser(target: Target, from: number): Promise<Probe[]> {
  const { stranger, host } = target;
  const path = new URL(listRecipientHistory.path, 'https://x').pathname;
  const attacker = await newAttacker(target);
  const bytes = BYTES.slice(from, from + BYTES_PER_BROWSER);
  const probes: Probe[] = [];
  const context = await target.openVisitor();
  try {
    const [neighbour, page] = [await context.newPage(), await context.newPage()];
    await page.goto(`https://${host}/robots.txt`);
    await listLength(page);
    await neighbour.goto(`https://${stranger.neighbourHost}/`);
    for (const place of PLACE_NAMES) {
      const plants = bytes.map((byte) => {
        const at = `/plant-${place}-${hex(byte)}`;
        const name = PLACES[place](String.fromCodePoint(byte));
        const rest = `Domain=shop.test; Path=${path}; Secure; SameSite=None`;
        stranger.answerWith(at, [`Set-Cookie: ${name}=${attacker}; Max-Age=60; ${rest}`]);
        return at;
      });
      await neighbour.evaluate(fetchAll, plants);
      const length = await listLength(page);
      const tried = `a neighbour plants bytes ${hex(bytes[0] ?? 0)} to ${hex(bytes.at(-1) ?? 0)} ${place} the name`;
      probes.push(probe(tried, length > 0 ? ACCEPTED_AS_ATTACKER : null));
    }
  } finally {
    await context.close();
  }
  return probes;
}

/** The most likely bytes get a browser of their own, so that a planted weakness is found by the first one. */
async function* byBrowser(target: Target): AsyncGenerator<Probe> {
  const [first, ...others] = BROWSER_LOTS;
  yield* await tryInBrowser(target, first);
  const work = (from: number): Promise<Probe[]> => tryInBrowser(target, from);
  for await (const probes of inTurns(others, BROWSERS_AT_ONCE, work)) yield* probes;
}

/** Plants the weakness of an earlier cookie parser: it trims all kinds of white space and takes the first pair with the name. */
function firstTrimmed(headers: Record<string, string | string[] | undefined>): void {
  const pairs = String(headers['cookie'] ?? '').split(';');
  const found = pairs.find((pair) => pair.trimStart().startsWith(`${SECURE_NAME}=`))?.trim();
  if (found !== undefined) headers['cookie'] = found;
}

/** Plants the attacker's device cookie in a victim's browser, so that the victim's actions would belong to the attacker. */
export const plantedCookies: Attack = {
  name: 'device cookies, every byte round the name',
  tool: 'wire',
  run: byProgram,
  plants: [
    {
      weakness: 'a reader of cookies that trims every blank there is',
      reported: /byte (?:A0|0B|0C) before the name, .*: taken for/,
      start: (target) => startWeakFront(target, { changeRequest: firstTrimmed }),
    },
  ],
};

export const neighboursCookies: Attack = {
  name: "device cookies from a neighbour's page",
  tool: 'browser',
  run: byBrowser,
  plants: [
    {
      weakness: 'a reader of cookies that trims every blank there is',
      reported: /a neighbour plants bytes A0 to BF before the name/,
      start: (target) => startWeakFront(target, { changeRequest: firstTrimmed }),
    },
  ],
};
