import { PLAIN_NAME, signSecret, type DeviceKeys } from '../../apps/api/src/http/devices.ts';

/** The keys that sign device cookies in development and in tests. A real shop makes its own keys. */
export const DEVELOPMENT_DEVICE_KEYS: DeviceKeys = ['jawhara-development-device-key-00001'];

/** The key that signs links of receipts in development and in tests. */
export const DEVELOPMENT_RECEIPT_KEYS = ['jawhara-development-receipt-key-0001'] as const;

/** The shop's own signing keys, as settings of a program. */
export const DEVELOPMENT_SIGNING_KEYS = {
  DEVICE_KEYS: DEVELOPMENT_DEVICE_KEYS.join(','),
  RECEIPT_KEYS: DEVELOPMENT_RECEIPT_KEYS.join(','),
  FINE_QUOTE_KEY: 'jawhara-development-key-of-fine-quotes-01',
};

/** The settings of mail in development and in tests: the sandbox's mail server on this machine, without TLS. */
export function developmentMail(port: number) {
  return {
    MAIL_SMTP_HOST: '127.0.0.1',
    MAIL_SMTP_PORT: String(port),
    MAIL_SMTP_TLS: 'none',
    MAIL_SENDER: 'news@jawhara.example',
    MAIL_REPLY_TO: 'help@jawhara.example',
    MAIL_RETURN_DOMAIN: 'returns.jawhara.example',
    MAIL_KEYS: 'jawhara-development-mail-key-0000001',
    MAIL_RETURNS_KEY: 'jawhara-development-mail-returns-key-1',
  };
}

/** The cookie that a development server would give to the device with this secret (64 hex digits). */
export function developmentCookie(secret: string): { readonly name: string; readonly value: string } {
  return { name: PLAIN_NAME, value: signSecret(secret, DEVELOPMENT_DEVICE_KEYS) };
}

/** The same cookie as a request header. */
export function developmentCookieHeader(secret: string): string {
  const { name, value } = developmentCookie(secret);
  return `${name}=${value}`;
}
