/** The allowed imports between folders, each rule with its reason. `$1` is the importer's folder, so a new folder is covered at once. */

import { CHECKOUT_ARROWS } from './tools/check/checkout-arrows.mjs';
import { ORDER_ARROWS, TEST } from './tools/check/order-arrows.mjs';

/** Folders of the site that every feature may import. Every other folder is a feature. */
const SITE_FLOOR = 'api|browser|host-app|ui|words|art|fonts|styles';
const SITE_ROOF = 'app|screens';
const FEATURE = `^apps/web/src/(?!(?:${SITE_FLOOR}|${SITE_ROOF})/)([^/]+)/`;

const forbidden = [
  ...ORDER_ARROWS,
  ...CHECKOUT_ARROWS,
  {
    name: 'no-circles',
    comment: 'Two files that need each other are one file, or hide a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-import-resolves',
    comment: 'An arrow that leads nowhere cannot be judged.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:|\\.(css|svg|woff2|po|md)$|\\?' },
  },
  {
    name: 'domain-is-alone',
    comment: 'The business is pure: no I/O, no library, no clock. Pass in what it needs.',
    from: { path: '^packages/domain/src/', pathNot: TEST },
    to: { pathNot: '^packages/domain/src/' },
  },
  {
    name: 'packages-stand-on-domain',
    comment:
      'contract and room-sync know the domain and not each other, so each can be used without the other.',
    from: { path: '^packages/(?!domain/)([^/]+)/' },
    to: { path: '^packages/', pathNot: '^packages/($1|domain)/' },
  },
  {
    name: 'room-sync-is-pure',
    comment:
      'Both ends of the room protocol without socket, clock or storage, so that one test can play them.',
    from: { path: '^packages/room-sync/src/', pathNot: TEST },
    to: { pathNot: '^packages/(room-sync|domain)/src/' },
  },
  {
    name: 'room-sync-serves-site-and-gateway',
    comment:
      'Only the site and the gateway speak the room protocol. The API issues tickets and needs none of it.',
    from: { path: '^apps/(?!web/|rooms/)' },
    to: { path: '^packages/room-sync/' },
  },
  {
    name: 'packages-do-not-know-apps',
    comment: 'A package is shared by programs. It cannot depend on one of them.',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'packages-by-their-door',
    comment: 'Import a package by its name. Its files may move.',
    from: { path: '^(packages/([^/]+)|apps/[^/]+|tools|e2e|chaos|bench|simulation)/' },
    to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/[^/]+/src/index\\.ts$', '^packages/$2/'] },
  },
  {
    name: 'apps-do-not-know-each-other',
    comment:
      'Programs meet on the wire, through contract. Only tests may read the sandbox, the outside world of tests.',
    from: { path: '^apps/([^/]+)/', pathNot: TEST },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'tests-know-only-the-sandbox-besides-their-app',
    comment: 'A test that needs two programs is a journey and lives in e2e/.',
    from: { path: `^apps/([^/]+)/.*${TEST}` },
    to: { path: '^apps/', pathNot: '^apps/($1|sandbox)/' },
  },
  {
    name: 'sandbox-is-the-outside-world',
    comment: 'It plays strangers. What it shared with us, a mistake of ours would be shared too.',
    from: { path: '^apps/sandbox/' },
    to: { path: '^(packages/|apps/(?!sandbox/)|tools/|e2e/|chaos/|bench/|simulation/)' },
  },
  {
    name: 'product-does-not-know-its-workshop',
    comment: 'tools, e2e, chaos, bench and simulation are not shipped.',
    from: { path: '^(apps|packages)/', pathNot: TEST },
    to: { path: '^(tools|e2e|chaos|bench|simulation)/' },
  },
  {
    name: 'nobody-imports-tests',
    comment: 'A test is an end. What two tests share has a file of its own.',
    from: {},
    to: { path: '\\.test\\.tsx?$' },
  },

  {
    name: 'features-do-not-know-each-other',
    comment: 'checkout must survive the removal of feedback. Compose them in screens/.',
    from: { path: FEATURE },
    to: { path: FEATURE, pathNot: '^apps/web/src/$1/' },
  },
  {
    name: 'features-do-not-know-screens',
    comment:
      'A screen composes features, and app composes screens. The other way round is a circle in the making.',
    from: { path: `^apps/web/src/(?!(?:${SITE_ROOF})/)[^/]+/` },
    to: { path: `^apps/web/src/(?:${SITE_ROOF})/` },
  },
  {
    name: 'site-floor-does-not-know-features',
    comment: 'api, browser, host-app, ui and words serve every feature and know none.',
    from: { path: `^apps/web/src/(${SITE_FLOOR})/` },
    to: { path: FEATURE },
  },
  {
    name: 'words-know-nothing',
    comment: 'Sentences are read by everything, so they depend on nothing of the site.',
    from: { path: '^apps/web/src/words/', pathNot: TEST },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/words/' },
  },
  {
    name: 'site-runs-in-a-browser',
    comment: 'What the browser loads cannot import Node. Build steps live in apps/web/build.',
    from: { path: '^apps/web/src/', pathNot: TEST },
    to: { dependencyTypes: ['core'] },
  },

  {
    name: 'card-fields-are-islands',
    comment:
      'A provider’s fields know the floor and what all fields share, nothing of the steps around them or of their neighbours.',
    from: { path: '^apps/web/src/checkout/methods/card/fields/([^/]+)/', pathNot: TEST },
    to: {
      path: '^apps/web/src/(?!api/|browser/|host-app/|ui/|words/)',
      pathNot: '^apps/web/src/checkout/methods/card/fields/($1/|[^/]+\\.ts$)',
    },
  },
  {
    name: 'card-fields-are-reached-by-their-value',
    comment: 'Only the table of them knows which providers have fields on the site.',
    from: {
      path: '^apps/web/src/',
      pathNot: [TEST, '^apps/web/src/checkout/methods/card/fields/([^/]+/|fields-by-provider\\.ts$)'],
    },
    to: { path: '^apps/web/src/checkout/methods/card/fields/[^/]+/' },
  },

  {
    name: 'providers-are-islands',
    comment:
      'A provider answers in our words. It knows nothing of orders, of the wire, or of its neighbours.',
    from: { path: '^apps/api/src/providers/([^/]+)/', pathNot: TEST },
    to: {
      path: '^(apps|packages)/',
      pathNot: [
        '^apps/api/src/providers/($1/|(provider|provider-entry|send-once|settlement-report|wallet-sheet|paying-span)\\.ts$)',
        '^packages/domain/',
      ],
    },
  },
  {
    name: 'providers-are-reached-by-their-port',
    comment: 'Only the composition root and the registry know which providers exist.',
    from: { path: '^apps/api/src/', pathNot: [TEST, '^apps/api/src/(providers|program)/'] },
    to: { path: '^apps/api/src/providers/[^/]+/' },
  },
  {
    name: 'routes-do-not-touch-stores',
    comment:
      'A route reads the request and calls a verb. The rule between them is what a test can reach without HTTP.',
    from: { path: '^apps/api/src/.*\\.routes\\.ts$' },
    to: { path: '^apps/api/src/(.*\\.store\\.ts$|providers/[^/]+/)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'flows-do-not-know-the-wire',
    comment:
      'The life of an order must read the same whoever asks: no HTTP, no contract, no adapter, no engine.',
    from: { path: '^apps/api/src/.*\\.flow\\.ts$' },
    to: {
      path: '^(packages/contract/|apps/api/src/(http/|.*\\.routes\\.ts$|providers/[^/]+/|platform/restate)|node_modules/@restatedev/)',
    },
  },
  {
    name: 'stores-know-postgres-and-domain',
    comment: 'A store is the only SQL of its tables and holds no rule.',
    from: { path: '^apps/api/src/([^/]+)/.*\\.store\\.ts$' },
    to: {
      path: '^(apps|packages)/',
      pathNot: [
        '^apps/api/src/(platform/|providers/provider\\.ts$)',
        '^packages/domain/',
        '^apps/api/src/$1/',
      ],
    },
  },
  {
    name: 'verbs-do-not-know-http',
    comment: 'Rules are called by routes, flows and the sweeper alike.',
    from: {
      path: '^apps/api/src/(?!http/|platform/|program/)[^/]+/',
      pathNot: [TEST, '\\.routes\\.ts$'],
    },
    to: { path: '^(apps/api/src/(http/|.*\\.routes\\.ts$)|node_modules/fastify/)' },
  },
  {
    name: 'orders-know-nobody-they-serve',
    comment:
      'What delivers, what keeps cards and what judges is handed in (program/ports.ts): each of them builds on orders.',
    from: { path: '^apps/api/src/orders/', pathNot: TEST },
    to: { path: '^apps/api/src/(penalties|saved-cards|card-sessions|wallets)/' },
  },
  {
    name: 'http-knows-no-noun',
    comment:
      'Every noun stands on http. Whose session a key opens is handed in; the guards of the door are no noun.',
    from: { path: '^apps/api/src/http/', pathNot: TEST },
    to: { path: '^apps/api/src/(?!http/|platform/|guards/)' },
  },
  {
    name: 'engines-behind-platform',
    comment:
      'The database driver, Redis and the flow engine are each known by one folder, so each can be replaced.',
    from: { path: '^apps/api/src/', pathNot: [TEST, '^apps/api/src/platform/'] },
    to: { path: '^node_modules/(postgres|ioredis|@restatedev)/' },
  },
  {
    name: 'driver-is-mended',
    comment:
      'The driver as it is released leaves lost connections unusable; postgres-driver.ts mends it while it is loaded.',
    from: { path: '^apps/api/src/', pathNot: `^apps/api/src/platform/postgres-driver.ts$|${TEST}` },
    to: { path: '^node_modules/postgres/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'platform-does-not-know-the-business',
    comment: 'Postgres, Redis, clock and logger serve every noun and know none.',
    from: { path: '^apps/api/src/platform/', pathNot: TEST },
    to: { path: '^apps/api/src/(?!platform/)' },
  },
  {
    name: 'nobody-imports-the-root',
    comment: 'main composes. What others need from it belongs to a folder.',
    from: { path: '^apps/' },
    to: { path: '^apps/[^/]+/src/((program|app)/)?main\\.tsx?$' },
  },
  {
    name: 'only-program-composes',
    comment:
      'program/ puts the folders of the server together. A folder that imported it would import all the others.',
    from: { path: '^apps/api/src/(?!program/)', pathNot: TEST },
    to: { path: '^apps/api/src/program/' },
  },
].map((rule) => ({ severity: 'error', ...rule }));

export default {
  forbidden,
  options: {
    // TypeScript 7 has no compiler API: without swc this would check no file and pass.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.jawhara)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
