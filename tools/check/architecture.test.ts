import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { type Architecture, checkArchitecture } from './architecture.ts';

/** A forbidden import for each rule, planted in a copy of this repository. */
const PLANTED = [
  [
    'domain-is-alone',
    'packages/domain/src/planted-a.ts',
    `import { readFileSync } from 'node:fs';\nreadFileSync('x');`,
  ],
  [
    'packages-do-not-know-apps',
    'packages/contract/src/planted-b.ts',
    `import '../../../apps/api/src/planted-target.ts';`,
  ],
  [
    'room-sync-is-pure',
    'packages/room-sync/src/planted-x.ts',
    `import { setTimeout } from 'node:timers';\nsetTimeout(() => undefined, 1);`,
  ],
  [
    'room-sync-serves-site-and-gateway',
    'apps/api/src/planted-y.ts',
    `import { isSn } from '@jawhara/room-sync';\nisSn(1);`,
  ],
  [
    'packages-by-their-door',
    'apps/api/src/planted/planted-c.ts',
    `import '../../../../packages/domain/src/money.ts';`,
  ],
  ['apps-do-not-know-each-other', 'apps/api/src/planted-d.ts', `import '../../web/src/planted-target.ts';`],
  [
    'sandbox-is-the-outside-world',
    'apps/sandbox/src/planted-e.ts',
    `import { usdCents } from '@jawhara/domain';\nusdCents(1);`,
  ],
  [
    'product-does-not-know-its-workshop',
    'apps/api/src/planted-f.ts',
    `import '../../../tools/stack/repository.ts';`,
  ],
  [
    'features-do-not-know-each-other',
    'apps/web/src/planted-feature/planted-g.ts',
    `import '../planted-neighbour/target.ts';`,
  ],
  [
    'features-do-not-know-screens',
    'apps/web/src/planted-feature/planted-h.ts',
    `import '../screens/planted/target.ts';`,
  ],
  [
    'site-floor-does-not-know-features',
    'apps/web/src/ui/planted-i.ts',
    `import '../planted-neighbour/target.ts';`,
  ],
  [
    'card-fields-are-islands',
    'apps/web/src/checkout/methods/card/fields/planted/planted-r.ts',
    `import '../planted-neighbour/target.ts';`,
  ],
  [
    'card-fields-are-reached-by-their-value',
    'apps/web/src/checkout/planted-s.ts',
    `import './methods/card/fields/planted-neighbour/target.ts';`,
  ],
  [
    'providers-are-islands',
    'apps/api/src/providers/planted/planted-j.ts',
    `import '../planted-neighbour/target.ts';`,
  ],
  [
    'providers-are-islands',
    'apps/api/src/providers/planted/planted-k.ts',
    `import type { Envelope } from '@jawhara/contract';\nexport type A = Envelope;`,
  ],
  ['routes-do-not-touch-stores', 'apps/api/src/planted/planted-l.routes.ts', `import './planted.store.ts';`],
  [
    'flows-do-not-know-the-wire',
    'apps/api/src/planted/planted-m.flow.ts',
    `import { endpoint } from '@jawhara/contract';\nendpoint;`,
  ],
  [
    'stores-know-postgres-and-domain',
    'apps/api/src/planted/planted-n.store.ts',
    `import '../planted-neighbour/target.ts';`,
  ],
  [
    'engines-behind-platform',
    'apps/api/src/planted/planted-o.ts',
    `import postgres from 'postgres';\npostgres();`,
  ],
  [
    'orders-know-nobody-they-serve',
    'apps/api/src/orders/planted-t.ts',
    `import type { Target } from '../penalties/planted/target.ts';\nexport type T = Target;`,
  ],
  [
    'orders-know-nobody-they-serve',
    'apps/api/src/orders/paying/planted-u.ts',
    `import '../../saved-cards/target.ts';`,
  ],
  ['orders-store-looks-down', 'apps/api/src/orders/store/planted-a.ts', `import '../base/target.ts';`],
  ['orders-base-looks-down', 'apps/api/src/orders/base/planted-b.ts', `import '../refunds/target.ts';`],
  ['orders-refunds-looks-down', 'apps/api/src/orders/refunds/planted-c.ts', `import '../paying/target.ts';`],
  [
    'orders-webhooks-looks-down',
    'apps/api/src/orders/webhooks/planted-d.ts',
    `import type { Life } from '../order.flow.ts';\nexport type L = Life;`,
  ],
  [
    'orders-delivery-looks-down',
    'apps/api/src/orders/delivery/planted-e.ts',
    `import '../paying/target.ts';`,
  ],
  ['orders-paying-looks-down', 'apps/api/src/orders/paying/planted-f.ts', `import '../placing/target.ts';`],
  [
    'orders-follow-up-looks-down',
    'apps/api/src/orders/follow-up/planted-g.ts',
    `import type { Life } from '../order.flow.ts';\nexport type L = Life;`,
  ],
  ['orders-queries-looks-down', 'apps/api/src/orders/queries/planted-h.ts', `import '../refunds/target.ts';`],
  ['orders-placing-looks-down', 'apps/api/src/orders/placing/planted-i.ts', `import '../queries/target.ts';`],
  [
    'orders-flow-looks-down',
    'apps/api/src/orders/order.flow.ts',
    `import './placing/target.ts';\nexport type Life = string;`,
  ],
  [
    'checkout-machine-looks-down',
    'apps/web/src/checkout/machine/planted-a.ts',
    `import '../parts/target.ts';`,
  ],
  [
    'checkout-parts-looks-down',
    'apps/web/src/checkout/parts/planted-b.ts',
    `import type { Target } from '../methods/target.ts';\nexport type T = Target;`,
  ],
  [
    'checkout-methods-looks-down',
    'apps/web/src/checkout/methods/wallet/planted-c.ts',
    `import '../../result/target.ts';`,
  ],
  ['checkout-bank-looks-down', 'apps/web/src/checkout/bank/planted-d.ts', `import '../methods/target.ts';`],
  ['checkout-result-looks-down', 'apps/web/src/checkout/result/planted-e.ts', `import '../bank/target.ts';`],
  [
    'checkout-purchase-is-a-child',
    'apps/web/src/checkout/machine/purchase/planted-f.ts',
    `import '../target.ts';`,
  ],
  ['http-knows-no-noun', 'apps/api/src/http/planted-v.ts', `import '../accounts/target.ts';`],
  [
    'only-program-composes',
    'apps/api/src/planted/planted-z.ts',
    `import type { Settings } from '../program/target.ts';\nexport type S = Settings;`,
  ],
  [
    'folders-of-the-server-form-no-circle',
    'apps/api/src/planted-one/planted-w.ts',
    `import '../planted-other/back.ts';`,
  ],
  ['no-circles', 'apps/api/src/planted/planted-p.ts', `import './circle.ts';`],
  ['every-import-resolves', 'apps/api/src/planted/planted-q.ts', `import './nowhere.ts';`],
] as const;

const TARGETS = {
  'apps/api/src/planted-target.ts': '',
  'apps/web/src/planted-target.ts': '',
  'apps/web/src/planted-neighbour/target.ts': '',
  'apps/web/src/screens/planted/target.ts': '',
  'apps/web/src/checkout/methods/card/fields/planted-neighbour/target.ts': '',
  'apps/web/src/checkout/machine/target.ts': '',
  'apps/web/src/checkout/parts/target.ts': `import '../machine/target.ts';`,
  'apps/web/src/checkout/methods/target.ts': `import '../parts/target.ts';\nexport type Target = string;`,
  'apps/web/src/checkout/methods/card/fields/target.ts': '',
  'apps/web/src/checkout/result/target.ts': '',
  'apps/web/src/checkout/bank/target.ts': `import '../methods/card/fields/target.ts';`,
  'apps/api/src/providers/planted-neighbour/target.ts': '',
  'apps/api/src/planted-neighbour/target.ts': '',
  'apps/api/src/planted/planted.store.ts': '',
  'apps/api/src/penalties/planted/target.ts': 'export type Target = string;',
  'apps/api/src/saved-cards/target.ts': '',
  'apps/api/src/program/target.ts': 'export type Settings = string;',
  'apps/api/src/accounts/target.ts': '',
  'apps/api/src/orders/base/target.ts': '',
  'apps/api/src/orders/refunds/target.ts': '',
  'apps/api/src/orders/paying/target.ts': '',
  'apps/api/src/orders/placing/target.ts': '',
  'apps/api/src/orders/queries/target.ts': '',
  'apps/api/src/orders/paying/allowed.ts': `import '../refunds/target.ts';\nimport '../base/target.ts';`,
  'apps/api/src/planted-one/of-one.ts': '',
  // The import back is in another file and imports only a type, so no two files import each other, but their folders do.
  'apps/api/src/planted-other/back.ts': '',
  'apps/api/src/planted-other/deep/forth.ts': `import type {} from '../../planted-one/of-one.ts';`,
  // A test may import a folder that imports the test's own folder.
  'apps/api/src/planted-base/target.ts': '',
  'apps/api/src/planted-base/of-base.test.ts': `import '../planted-above/above.ts';`,
  'apps/api/src/planted-above/above.ts': `import '../planted-base/target.ts';`,
  'apps/api/src/planted/circle.ts': `import './planted-p.ts';`,
};

describe('the architecture check', () => {
  let copy: string;
  let untouched: Architecture;
  let planted: Architecture;
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), `${text}\nexport {};\n`);
  };

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), 'jawhara-arrows-'));
    for (const path of globSync('packages/*/{package.json,src/**/*.ts}', { cwd: REPOSITORY })) {
      cpSync(join(REPOSITORY, path), join(copy, path));
    }
    cpSync(join(REPOSITORY, 'tools/stack/repository.ts'), join(copy, 'tools/stack/repository.ts'));
    linkLibraries(copy);
    untouched = await checkArchitecture(copy);
    for (const [path, text] of Object.entries(TARGETS)) plant(path, text);
    for (const [, path, text] of PLANTED) plant(path, text);
    planted = await checkArchitecture(copy);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it('the architecture check reads real modules and finds no forbidden import in the unchanged packages', () => {
    expect(untouched.broken).toEqual([]);
    expect(untouched.modules).toBeGreaterThan(20);
  });

  it.each(PLANTED)(
    'the architecture check reports the rule %s when %s has a forbidden import',
    (rule, path) => {
      const rules = planted.broken
        .filter(({ from, to }) => from === path || to === path)
        .map((arrow) => arrow.rule);
      expect(rules).toContain(rule);
    },
  );

  it('the architecture check lets a test import a folder that imports the test’s own folder', () => {
    expect(planted.broken.filter(({ from }) => from.includes('planted-base'))).toEqual([]);
    expect(planted.broken.filter(({ from }) => from.includes('planted-above'))).toEqual([]);
  });

  it('the architecture check lets a folder of orders import the folders below it', () => {
    expect(planted.broken.filter(({ from }) => from.endsWith('allowed.ts'))).toEqual([]);
  });

  it('the architecture check gives the reason with every forbidden import', () => {
    expect(planted.broken.filter(({ reason }) => reason === '')).toEqual([]);
  });
});

/** Links the copy's own packages under their names, the libraries they import, and one library for a planted import. */
function linkLibraries(copy: string): void {
  const link = (target: string, name: string): void => {
    const path = join(copy, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  const libraries = new Set(['vitest', 'fast-check']);
  for (const file of globSync('packages/*/package.json', { cwd: copy })) {
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(copy, file), 'utf8')) as Manifest;
    link(join(copy, dirname(file)), name);
    for (const library of Object.keys(dependencies))
      if (!library.startsWith('@jawhara/')) libraries.add(library);
  }
  for (const library of libraries) link(join(REPOSITORY, 'node_modules', library), library);
  cpSync(join(REPOSITORY, 'node_modules/postgres'), join(copy, 'node_modules/postgres'), { recursive: true });
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
