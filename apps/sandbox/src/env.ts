import type { SandboxOptions } from './server.ts';

/** The only reader of the environment. */
export function readEnv(source: NodeJS.ProcessEnv): SandboxOptions {
  const need = (name: string): string => {
    const value = source[name];
    if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`);
    return value;
  };
  return {
    port: Number(need('SANDBOX_PORT')),
    publicUrl: source['SANDBOX_PUBLIC_URL']?.replace(/\/$/, ''),
    secretKey: need('SANDBOX_CHECKOUT_COM_SECRET_KEY'),
    publicKey: need('SANDBOX_CHECKOUT_COM_PUBLIC_KEY'),
    webhookKey: need('SANDBOX_CHECKOUT_COM_WEBHOOK_KEY'),
    webhookUrl: need('SANDBOX_CHECKOUT_COM_WEBHOOK_URL'),
  };
}
