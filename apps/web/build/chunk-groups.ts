import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * How the first loads are split into chunks. A group has its modules and their imports, except those of earlier groups.
 * Without groups the bundler makes a chunk for every set of routes that share a module: 8 kB more for /pay.
 */
const GROUPS = {
  /** Needed by every screen, and by the packs that are drawn before React is loaded (packs-first.tsx). */
  floor: [
    'words/word',
    'words/isolate',
    'browser/event-queue',
    'browser/storage/login',
    'browser/storage/purchase',
    'browser/storage/recipients',
    'ui/icon',
    'ui/values',
    'api/read-answer',
  ],
  /** Also used by /fines, which has no packs. */
  'pay-words': ['words/ar/pay'],
  packs: ['ui/draw-plain', 'api/packs-of', 'checkout/parts/pack-tiles', 'checkout/parts/packs-first-id'],
  react: ['package:react', 'package:react-dom', 'package:scheduler'],
  /** Needed by every screen: the frame of the app, calls, the common primitives. */
  shared: [
    'app/app',
    'api/call',
    'api/query-cache',
    'browser/send-request',
    'browser/storage/use-stored',
    'ui/avatar',
    'ui/button',
    'ui/card',
    'ui/field',
    'ui/help/help',
    'ui/note',
    'ui/screen-style',
    'ui/states',
    'ui/toast',
  ],
  /** The look-up of a recipient: the start screen, /pay, /recharge-list and /fines. */
  recipient: ['recipient/use-look-up', 'recipient/id-field'],
  /** The runner of machines: /login, /feedback and the checkout. */
  machine: ['machine'],
  /** Packs and the recipient's card: /pay and /recharge-list. */
  choosing: [
    'api/use-gem-packs',
    'checkout/parts/pay-gap',
    'recipient/use-recipient',
    'recipient/recipient-section',
    'ui/pay-bar',
  ],
  /** Guards and rows of methods: /pay and the routes after it. /recharge-list loads them after its first paint. */
  paying: [
    'checkout/machine/checkout-state',
    'checkout/machine/use-guards',
    'checkout/methods/method-list',
    'checkout/parts/card-choice',
    'checkout/parts/card-name',
    'checkout/parts/consent-line',
    'checkout/parts/pay-amount',
    'checkout/parts/same-again',
  ],
  /** The form of /login, shared with the sign-in by a link of the app. */
  login: [
    'account/login/form/run-login-form',
    'account/login/finish-login',
    'account/login/login-style',
    'account/login/return-address',
    'browser/page-before',
    'browser/load-script',
  ],
  /** The form of a report and the page after it. */
  reports: ['browser/build-facts', 'browser/storage/reports', 'feedback/feedback-style'],
  /** A provider's whole library is one file, loaded when its fields or its bank check open. */
  'adyen-library': ['package:@adyen/adyen-web'],
} as const;

/**
 * Tests whether a module is one of those listed. Throws if a listed name is no module any more: otherwise the build would grow
 * unnoticed.
 */
function isOneOf(names: readonly string[]): (id: string) => boolean {
  const packages = names
    .filter((name) => name.startsWith('package:'))
    .map((name) => name.slice('package:'.length));
  const files = names.filter((name) => !name.startsWith('package:')).map((name) => fileOf(name));
  return (id) => files.includes(id) || packages.some((name) => id.includes(`/node_modules/${name}/`));
}

function fileOf(name: string): string {
  const [file] = globSync(`${SRC}${name}.{ts,tsx,po}`);
  if (file === undefined) throw new Error(`build/chunk-groups.ts names src/${name}, which is not there`);
  return file;
}

const entries = Object.entries(GROUPS);

export const CHUNK_GROUPS = entries.map(([name, modules], index) => ({
  name,
  test: isOneOf(modules),
  priority: entries.length - index,
}));
