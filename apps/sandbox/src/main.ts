import { createSandbox } from './server.ts';

function need(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`);
  return value;
}

const sandbox = await createSandbox({
  port: Number(need('SANDBOX_PORT')),
  publicUrl: process.env['SANDBOX_PUBLIC_URL']?.replace(/\/$/, ''),
  secretKey: need('SANDBOX_CHECKOUT_COM_SECRET_KEY'),
  publicKey: need('SANDBOX_CHECKOUT_COM_PUBLIC_KEY'),
  webhookKey: need('SANDBOX_CHECKOUT_COM_WEBHOOK_KEY'),
  webhookUrl: need('SANDBOX_CHECKOUT_COM_WEBHOOK_URL'),
});

process.stdout.write(`sandbox at ${sandbox.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
