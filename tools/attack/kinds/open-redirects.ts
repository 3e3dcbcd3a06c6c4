import { createHash, webcrypto } from 'node:crypto';
import { armHandOver, askBrowserHandOver, handOverText, readServerTime } from '@jawhara/contract';
import type { Page } from 'playwright-core';
import { PARAMETER_NAMES } from '../../../apps/web/src/browser/link.ts';
import { ROUTE_PATHS } from '../../../apps/web/src/app/routes.ts';
import { probe, type Attack } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront, withScript } from '../weak/weak-front.ts';
import { askApi } from '../wire/ask.ts';
import { HOSTILE_CODE, inLanes, misdeedIn, watchVisit } from './watched-visit.ts';

const LANES = 4;
const LASTS_MS = 250;
const ROUTES = [...Object.values(ROUTE_PATHS), '/bank-return.html', '/nothing/here'];
/** Number of hostile values tried on each route; they rotate, so that each value meets several routes. */
const VALUES_PER_ROUTE = 2;
/** `info` redirects every page to the share page, so it is tried on the share page only. */
const LEADS_ON = 'info';

const NAMES = Object.values(PARAMETER_NAMES).flat();

/** Addresses of a stranger in spellings that some URL parser has once read as a path. */
const hostileValues = (host: string, own: string): readonly string[] => [
  `https://${host}/r`,
  `//${host}/r`,
  `/\\${host}/r`,
  `/.//${host}/r`,
  `/pay/..//${host}/r`,
  `\t//${host}/r`,
  `https:${host}/r`,
  `https://${own}@${host}/r`,
  `javascript:${HOSTILE_CODE}`,
  `data:text/html,<script>${HOSTILE_CODE}</script>`,
  `"><img src=https://${host}/r onerror=${HOSTILE_CODE}>`,
  JSON.stringify({ at: `//${host}/r`, url: `https://${host}/r`, moves: 0, stored: {} }),
];

const query = (names: readonly string[], value: string): string =>
  names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&');

/**
 * Half of the parameter names go into the query and half into the hash, swapped each turn; added are names that would pollute a
 * prototype.
 */
function addressWithAll(route: string, value: string, turn: number): string {
  const names = NAMES.filter((name) => name !== LEADS_ON || route === ROUTE_PATHS.share);
  const [inQuery, inHash] = [0, 1].map((half) => names.filter((_, index) => (index + turn) % 2 === half));
  const polluting = '__proto__[polluted]=1&a[constructor][prototype][polluted]=1';
  const hash = turn % 4 < 2 ? `#${query(inHash ?? [], value)}` : `#/pay?${query(inHash ?? [], value)}`;
  return `${route}?${query(inQuery ?? [], value)}&${polluting}${hash}`;
}

interface Address {
  readonly tried: string;
  readonly path: string;
}

function addresses(target: Target): Address[] {
  const values = hostileValues(target.stranger.host, target.host);
  const together = ROUTES.flatMap((route, at) =>
    Array.from({ length: VALUES_PER_ROUTE }, (_, turn) => at + turn * 5).map((index) => {
      const value = values[index % values.length] ?? '';
      return {
        tried: `${route} with every parameter as ${JSON.stringify(value)}`,
        path: addressWithAll(route, value, at + index),
      };
    }),
  );
  const alone = NAMES.flatMap((name, at) =>
    [at % 2 === 0 ? '?' : '#?'].map((mark) => {
      const value = values[at % values.length] ?? '';
      const route = ROUTES[at % ROUTES.length] ?? '/';
      return { tried: `${route} with ${mark}${name} alone`, path: `${route}${mark}${query([name], value)}` };
    }),
  );
  return [...together, ...alone];
}

/** A transfer link with the attacker's own device and key: valid except for its destination. */
async function transferLink(target: Target, at: string): Promise<string> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const point = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
  const first = await askApi(target, readServerTime.path);
  const cookie = first?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const json = armHandOver.request.write({ publicKey: point });
  const armed = await askApi(target, armHandOver.path, { json, headers: { Cookie: cookie } });
  const transferAnswer = await askApi(target, askBrowserHandOver.path);
  const dataOf = (body = '{}') => (JSON.parse(body) as { data: Record<string, string> }).data;
  const { sealed } = dataOf(armed?.body);
  const { challenge = '' } = dataOf(transferAnswer?.body);
  const pageInfo = Buffer.from(JSON.stringify({ at, moves: 0, stored: {} })).toString('base64url');
  const carried = createHash('sha256').update(pageInfo).digest('base64url');
  const text = handOverText(target.host, { challenge, carried, consent: true });
  const signed = await webcrypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    Buffer.from(text),
  );
  const code = [sealed, challenge, Buffer.from(signed).toString('base64url')].join('~');
  return `/hand-over.html#pageinfo=${pageInfo}&handover=${code}`;
}

/** Confirms whatever the page offers with its first button, which is the worst choice a visitor can make. */
async function sayYes(page: Page): Promise<void> {
  const yes = page.locator('button').first();
  await yes.click({ timeout: 1_500 }).catch(() => {});
}

/** Links to our own pages whose parameters lead somewhere else. */
export const openRedirects: Attack = {
  name: 'open redirects, every parameter and route',
  tool: 'browser',
  run: (target) =>
    inLanes(target, addresses(target), LANES, async (lane, { tried, path }) =>
      probe(tried, misdeedIn(target, await watchVisit(target, lane, { path, lastsMs: LASTS_MS }))),
    ),
  plants: [
    {
      weakness: 'a page that goes on where redirect_from says',
      reported: /every parameter.*(?:the browser is led to|a stranger is asked)/,
      start: (target) =>
        startWeakFront(
          target,
          withScript(
            `const to = new URLSearchParams(location.search).get('redirect_from'); if (to) location.replace(to);`,
          ),
        ),
    },
  ],
};

/** Valid device transfer links that lead to another host. */
export const transferRedirects: Attack = {
  name: 'open redirects, links of a device',
  tool: 'browser',
  run: (target) =>
    inLanes(target, hostileValues(target.stranger.host, target.host), LANES, async (lane, at) => {
      const path = await transferLink(target, at);
      const seen = await watchVisit(target, lane, { path, lastsMs: 2 * LASTS_MS, act: sayYes });
      return probe(`a device's link that goes on at ${JSON.stringify(at)}`, misdeedIn(target, seen));
    }),
  plants: [
    {
      weakness: "a device's link that is believed in where it goes on",
      reported: /a device's link .*(?:the browser is led to|a stranger is asked)/,
      start: (target) =>
        startWeakFront(
          target,
          withScript(`const info = /pageinfo=([\\w-]+)/.exec(location.hash)?.[1];
            if (info) { const { at } = JSON.parse(atob(info.replaceAll('-', '+').replaceAll('_', '/')));
              const url = new URL(at, location.origin);
              if (url.origin === location.origin) location.replace(url.pathname + url.search); }`),
        ),
    },
  ],
};
