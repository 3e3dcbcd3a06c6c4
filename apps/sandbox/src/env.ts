import type { SandboxOptions } from './server.ts';

/** The only reader of the environment. */
export function readEnv(source: NodeJS.ProcessEnv): SandboxOptions {
  const need = (name: string): string => {
    const value = source[name];
    if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`);
    return value;
  };
  /** Keys of several lines travel in base64. */
  const needPem = (name: string): string => Buffer.from(need(name), 'base64').toString('utf8');
  return {
    port: Number(need('SANDBOX_PORT')),
    publicUrl: source['SANDBOX_PUBLIC_URL']?.replace(/\/$/, ''),
    secretKey: need('SANDBOX_CHECKOUT_COM_SECRET_KEY'),
    publicKey: need('SANDBOX_CHECKOUT_COM_PUBLIC_KEY'),
    webhookKey: need('SANDBOX_CHECKOUT_COM_WEBHOOK_KEY'),
    webhookUrl: need('SANDBOX_CHECKOUT_COM_WEBHOOK_URL'),
    // A provider whose first key is not named is not played.
    adyen: source['SANDBOX_ADYEN_API_KEY']
      ? {
          apiKey: need('SANDBOX_ADYEN_API_KEY'),
          merchantAccount: need('SANDBOX_ADYEN_MERCHANT_ACCOUNT'),
          hmacKey: need('SANDBOX_ADYEN_HMAC_KEY'),
          clientKey: need('SANDBOX_ADYEN_CLIENT_KEY'),
          webhookUrl: need('SANDBOX_ADYEN_WEBHOOK_URL'),
        }
      : undefined,
    payermax: source['SANDBOX_PAYERMAX_APP_ID']
      ? {
          appId: need('SANDBOX_PAYERMAX_APP_ID'),
          merchantNo: need('SANDBOX_PAYERMAX_MERCHANT_NO'),
          merchantPublicKeyPem: needPem('SANDBOX_PAYERMAX_MERCHANT_PUBLIC_KEY'),
          platformPrivateKeyPem: needPem('SANDBOX_PAYERMAX_PLATFORM_PRIVATE_KEY'),
          notifyUrl: need('SANDBOX_PAYERMAX_NOTIFY_URL'),
        }
      : undefined,
  };
}
