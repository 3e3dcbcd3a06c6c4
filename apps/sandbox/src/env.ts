import { SANDBOX_PROVIDERS, type ProviderOptions } from './sandbox-providers.ts';
import type { SandboxOptions } from './server.ts';
import type { WorldEnv } from './world/world.ts';

/** The only reader of the environment. */
export function readEnv(source: NodeJS.ProcessEnv): SandboxOptions {
  const has = (name: string): boolean => Boolean(source[name]);
  const need = (name: string): string => {
    const value = source[name];
    if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`);
    return value;
  };
  const needPem = (name: string): string => Buffer.from(need(name), 'base64').toString('utf8');
  return {
    port: Number(need('SANDBOX_PORT')),
    host: source['SANDBOX_HOST'],
    publicUrl: source['SANDBOX_PUBLIC_URL']?.replace(/\/$/, ''),
    applePayGateway: has('SANDBOX_APPLE_PAY_GATEWAY_PORT')
      ? {
          port: Number(need('SANDBOX_APPLE_PAY_GATEWAY_PORT')),
          authorityPem: needPem('SANDBOX_APPLE_PAY_AUTHORITY'),
          certificatePem: needPem('SANDBOX_APPLE_PAY_GATEWAY_CERTIFICATE'),
          keyPem: needPem('SANDBOX_APPLE_PAY_GATEWAY_KEY'),
        }
      : null,
    mail: has('SANDBOX_MAIL_PORT')
      ? {
          port: Number(need('SANDBOX_MAIL_PORT')),
          host: source['SANDBOX_HOST'],
          returns: has('SANDBOX_MAIL_RETURNS_URL')
            ? { url: need('SANDBOX_MAIL_RETURNS_URL'), key: need('SANDBOX_MAIL_RETURNS_KEY') }
            : null,
        }
      : null,
    providers: providerOptionsIn({ has, need, needPem }),
  };
}

function providerOptionsIn(env: WorldEnv): ProviderOptions {
  return Object.fromEntries(
    Object.entries(SANDBOX_PROVIDERS).map(([name, provider]) => [name, provider.optionsIn(env)]),
  );
}
