import { STORAGE_PREFIX } from '../../../apps/web/src/browser/storage/stored.ts';
import { probe, type Attack } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront, withScript } from '../weak/weak-front.ts';
import { storedKeys } from './stored-keys.ts';
import { HOSTILE_CODE, inLanes, misdeedIn, POLLUTING_NAME, watchVisit } from './watched-visit.ts';

const LANES = 4;
const LASTS_MS = 300;
const ROUTES = ['/pay', '/'];
/** A page with fewer letters has failed to render; a rendered page has about a hundred. */
const LETTERS_MIN = 40;

/** Values of every kind that our storage readers do not expect. */
const shapes = (stranger: string): readonly string[] => {
  const address = `https://${stranger}/s`;
  const markup = `<img src=${address} onerror=${HOSTILE_CODE}><script>${HOSTILE_CODE}</script>`;
  const polluting = `{"__proto__":{"${POLLUTING_NAME}":1},"constructor":{"prototype":{"${POLLUTING_NAME}":1}}}`;
  const face = {
    to_uid: 1001,
    to_display_uid: '5048213',
    to_nickname: markup,
    to_icon: `javascript:${HOSTILE_CODE}`,
  };
  return [
    '',
    'not json {',
    'null',
    '[]',
    '1e999',
    'true',
    JSON.stringify(markup),
    JSON.stringify(address),
    JSON.stringify(`javascript:${HOSTILE_CODE}`),
    polluting,
    `[${polluting}]`,
    JSON.stringify(face),
    JSON.stringify([face, { ...face, to_icon: address }]),
    JSON.stringify({ session_key: 'a'.repeat(64), user: face, kept_at: -1 }),
    JSON.stringify({ [stranger]: [stranger], 'pay.shop.test': [stranger, `${stranger}/x`] }),
    JSON.stringify({
      url: address,
      address,
      at: address,
      path: `//${stranger}/s`,
      html: markup,
      src: address,
    }),
    '['.repeat(20_000),
    JSON.stringify('x'.repeat(50_000)),
  ];
};

type Stored = Readonly<Record<string, string>>;

/**
 * Each key gets another value in each visit, so that a single broken key does not hide the others. Over the visits every key
 * meets every value on every route.
 */
function poisonings(
  keys: readonly string[],
  texts: readonly string[],
): { tried: string; stored: Stored; route: string }[] {
  return ROUTES.flatMap((route) =>
    texts.map((_, turn) => ({
      tried: `${route}, ${keys.length} keys, turn ${turn + 1}`,
      route,
      stored: Object.fromEntries(
        keys.map((key, index) => [`${STORAGE_PREFIX}${key}`, texts[(index + turn) % texts.length] ?? '']),
      ),
    })),
  );
}

/** Fills both storages before the page's own scripts run. Later writes by the page are left alone. */
const poisonScript = (stored: Stored): string => `if (self === top) {
  for (const [key, text] of Object.entries(${JSON.stringify(stored)})) {
    if (sessionStorage.getItem('attack.done') !== null) break;
    localStorage.setItem(key, text);
    sessionStorage.setItem(key, text);
  }
  sessionStorage.setItem('attack.done', '1');
}`;

async function* poison(target: Target) {
  const texts = shapes(target.stranger.host);
  const items = poisonings(storedKeys(), texts);
  yield* inLanes(target, items, LANES, async (lane, { tried, stored, route }) => {
    const before = poisonScript(stored);
    const seen = await watchVisit(target, lane, { path: route, lastsMs: LASTS_MS, before });
    const [fault] = seen.pageErrors;
    const isWhole = seen.text.replaceAll(/\s/g, '').length >= LETTERS_MIN;
    const broken =
      fault !== undefined ? `the page threw: ${fault}` : isWhole ? null : `the page is empty: "${seen.text}"`;
    return probe(tried, misdeedIn(target, seen) ?? broken);
  });
}

/** Fills the browser's storage with values that foreign code or a person might have written there. */
export const poisonedStorage: Attack = {
  name: 'poisoned storage, every key and shape',
  tool: 'browser',
  run: poison,
  plants: [
    {
      weakness: 'a page that shows what is stored as markup',
      reported: /turn \d+: (?:against the policy|a script ran|a stranger is asked)/,
      start: (target) =>
        startWeakFront(
          target,
          withScript(`addEventListener('load', () => { const at = document.createElement('div'); document.body.append(at);
            at.innerHTML = Object.values(localStorage).find((text) => text.includes('<img')) ?? ''; });`),
        ),
    },
    {
      weakness: 'a page that merges what is stored into its own',
      reported: /every object has a name more/,
      start: (target) =>
        startWeakFront(
          target,
          withScript(`const merge = (into, from) => { for (const key of Object.keys(from)) {
              if (typeof from[key] === 'object' && from[key] && into[key]) merge(into[key], from[key]); else into[key] = from[key]; } };
            for (const text of Object.values(localStorage)) { try { merge({}, JSON.parse(text)); } catch {} }`),
        ),
    },
    {
      weakness: 'a page that breaks at what is stored',
      reported: /the page threw|the page is empty/,
      start: (target) =>
        startWeakFront(
          target,
          withScript(`for (const text of Object.values(localStorage)) JSON.parse(text);`),
        ),
    },
  ],
};
