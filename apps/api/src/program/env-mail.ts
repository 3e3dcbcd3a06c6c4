import { parseMailAddress } from '@jawhara/domain';
import * as v from 'valibot';
import type { MailKeys, MailSettings } from '../mails/mail-keys.ts';
import { isLoopback } from './env-roles.ts';

interface MailEnv {
  readonly MAIL_SMTP_HOST?: string | undefined;
  readonly MAIL_SMTP_PORT: number;
  readonly MAIL_SMTP_TLS: 'starttls' | 'implicit' | 'none';
  readonly MAIL_SMTP_CA?: string | undefined;
  readonly MAIL_SMTP_USER?: string | undefined;
  readonly MAIL_SMTP_PASSWORD?: string | undefined;
  readonly MAIL_SENDER?: string | undefined;
  readonly MAIL_REPLY_TO?: string | undefined;
  readonly MAIL_RETURN_DOMAIN?: string | undefined;
  readonly MAIL_KEYS?: MailKeys | undefined;
  readonly MAIL_RETURNS_KEY?: string | undefined;
}

/** A single mail address, which is written into mail headers as it is. */
export const mailAddress = v.pipe(
  v.string(),
  v.check((text) => parseMailAddress(text) === text.trim()),
  v.trim(),
);

const NEEDED = [
  'MAIL_SENDER',
  'MAIL_REPLY_TO',
  'MAIL_RETURN_DOMAIN',
  'MAIL_KEYS',
  'MAIL_RETURNS_KEY',
] as const;

function loginOf({ MAIL_SMTP_USER: user, MAIL_SMTP_PASSWORD: password }: MailEnv) {
  if (user === undefined && password === undefined) return null;
  if (user === undefined || password === undefined)
    throw new Error('missing in the environment: MAIL_SMTP_USER and MAIL_SMTP_PASSWORD are given together');
  return { user, password };
}

/**
 * Null if no mail server is set: then no page offers to enter a mail address. Unencrypted connections are allowed only
 * to a server on this machine.
 */
export function mailOf(env: MailEnv): MailSettings | null {
  const { MAIL_SMTP_HOST: host, MAIL_SMTP_TLS: tls } = env;
  if (host === undefined) return null;
  const missing = NEEDED.filter((name) => env[name] === undefined);
  if (missing.length > 0)
    throw new Error(`missing in the environment: ${missing.join(', ')} (MAIL_SMTP_HOST is set)`);
  if (tls === 'none' && !isLoopback(host))
    throw new Error(
      'wrong in the environment: MAIL_SMTP_TLS=none is for a mail server on this machine alone',
    );
  return {
    keys: env.MAIL_KEYS as MailKeys,
    server: { host, port: env.MAIL_SMTP_PORT, tls, login: loginOf(env), ca: env.MAIL_SMTP_CA ?? null },
    sender: env.MAIL_SENDER ?? '',
    replyTo: env.MAIL_REPLY_TO ?? '',
    returnDomain: env.MAIL_RETURN_DOMAIN ?? '',
    returnsKey: env.MAIL_RETURNS_KEY ?? '',
  };
}
