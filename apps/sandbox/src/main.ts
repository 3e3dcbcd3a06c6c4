import { env } from 'node:process';
import { readEnv } from './env.ts';
import { createSandbox } from './server.ts';

const sandbox = await createSandbox(readEnv(env));

process.stdout.write(`sandbox at ${sandbox.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
