import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDER_NUMBERS, PROVIDERS, takesCards, type ProviderFolder } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv as readApiEnv } from '../../apps/api/src/program/env.ts';
import { readEnv as readSandboxEnv } from '../../apps/sandbox/src/env.ts';
import { SANDBOX_PROVIDERS } from '../../apps/sandbox/src/sandbox-providers.ts';
import { createSandbox, type Sandbox } from '../../apps/sandbox/src/server.ts';
import { httpUrl, portsFrom } from './profiles.ts';
import { REPOSITORY } from './repository.ts';
import { stackEnvironment } from './stack-environment.ts';

const ports = portsFrom(4_100);
const ENVIRONMENT = stackEnvironment(
  ports,
  {
    site: httpUrl(ports.site),
    api: httpUrl(ports.api),
    sandbox: httpUrl(ports.sandbox),
    restateIngress: httpUrl(ports.restateIngress),
    restateAdmin: httpUrl(ports.restateAdmin),
    database: 'postgres://postgres@127.0.0.1:5432/nobody_asks',
    redis: 'redis://127.0.0.1:6379/0',
  },
  {},
);

let sandbox: Sandbox;
beforeAll(async () => {
  // Another stack may use the development ports.
  sandbox = await createSandbox({ ...readSandboxEnv(ENVIRONMENT), port: 0, applePayGateway: null });
});
afterAll(() => sandbox.close());

const ROWS = PROVIDER_NUMBERS.map((provider) => ({ provider, ...PROVIDERS[provider] }));

it('the sandbox plays exactly the providers the shop connects to', () => {
  const played: Readonly<Record<ProviderFolder, object>> = SANDBOX_PROVIDERS;
  expect(new Set(Object.keys(played))).toEqual(new Set(ROWS.map(({ folder }) => folder)));
});

/** Requires the parts of a provider that the compiler does not require. */
describe.each(ROWS)('$name', ({ provider, folder }) => {
  it('a provider has a server module and, where it takes cards, a site module in folders of its name', () => {
    const values = [
      `apps/api/src/providers/${folder}/${folder}.ts`,
      ...(takesCards(provider) ? [`apps/web/src/checkout/methods/card/fields/${folder}/${folder}.ts`] : []),
    ];
    expect(values.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });

  it('each provider’s own test file calls the shared provider test suite', () => {
    const test = join(REPOSITORY, `apps/api/src/providers/${folder}/${folder}.test.ts`);
    expect(readFileSync(test, 'utf8')).toMatch(/^describeProvider\(/m);
  });

  it('a provider has a section in the operator’s guide', () => {
    const paper = readFileSync(join(REPOSITORY, 'docs/operations/providers.md'), 'utf8');
    expect(paper).toContain(`/webhooks/${folder}/`);
  });

  it('a provider is played by the sandbox in development, and the server has its settings', async () => {
    const books = await fetch(`${sandbox.url}/_control/${folder}/books`);
    expect(books.status).toBe(200);
    expect(readApiEnv(ENVIRONMENT).providers[provider]).not.toBeNull();
  });
});
