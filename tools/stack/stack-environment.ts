import { delimiter, dirname, join } from 'node:path';
import { REPOSITORY } from './repository.ts';
import type { StackPorts, StackUrls } from './profiles.ts';

/** Keys of the development sandbox. They open nothing but it. */
const DEVELOPMENT_KEYS = {
  secret: 'sk_sbox_jawharadevelopmentsecret01',
  public: 'pk_sbox_jawharadevelopmentpublic01',
  webhook: 'jawhara-development-webhook-key',
  channel: 'pc_jawharadevelopment',
  facebookApp: '1700000000000001',
  facebookSecret: 'jawhara-development-facebook-secret',
  googleClient: 'jawhara-development.apps.googleusercontent.example',
};

export type Environment = Readonly<Record<string, string>>;

/** What api, sandbox and site are told, and nothing else of the caller's environment but the path. */
export function stackEnvironment(ports: StackPorts, urls: StackUrls, overrides: Environment): Environment {
  return {
    PATH: [dirname(process.execPath), join(REPOSITORY, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(
      delimiter,
    ),
    HOME: process.env['HOME'] ?? REPOSITORY,
    TZ: 'UTC',

    API_PORT: String(ports.api),
    FLOW_PORT: String(ports.flow),
    DATABASE_URL: urls.database,
    REDIS_URL: urls.redis,
    RESTATE_INGRESS_URL: urls.restateIngress,
    RESTATE_ADMIN_URL: urls.restateAdmin,
    SITE_URL: urls.site,
    CHECKOUT_COM_API_URL: urls.sandbox,
    CHECKOUT_COM_SECRET_KEY: DEVELOPMENT_KEYS.secret,
    CHECKOUT_COM_PUBLIC_KEY: DEVELOPMENT_KEYS.public,
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: DEVELOPMENT_KEYS.channel,
    CHECKOUT_COM_WEBHOOK_KEY: DEVELOPMENT_KEYS.webhook,
    CHECKOUT_COM_FIELDS_URL: `${urls.sandbox}/checkout-web-components/index.js`,
    CHECKOUT_COM_ENVIRONMENT: 'sandbox',
    FACEBOOK_API_URL: `${urls.sandbox}/social/facebook`,
    FACEBOOK_APP_ID: DEVELOPMENT_KEYS.facebookApp,
    FACEBOOK_APP_SECRET: DEVELOPMENT_KEYS.facebookSecret,
    GOOGLE_CERTS_URL: `${urls.sandbox}/social/google/certs`,
    GOOGLE_CLIENT_ID: DEVELOPMENT_KEYS.googleClient,
    LOG_LEVEL: 'info',
    // Here everybody comes from one address; the guards themselves are proven by tests.
    GUARD_FACTOR: '1000',
    LOOKUPS_PER_MINUTE: '1000',
    NAMES_PER_ADDRESS_PER_HOUR: '100000',

    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_PUBLIC_URL: urls.sandbox,
    SANDBOX_CHECKOUT_COM_SECRET_KEY: DEVELOPMENT_KEYS.secret,
    SANDBOX_CHECKOUT_COM_PUBLIC_KEY: DEVELOPMENT_KEYS.public,
    SANDBOX_CHECKOUT_COM_WEBHOOK_KEY: DEVELOPMENT_KEYS.webhook,
    SANDBOX_CHECKOUT_COM_WEBHOOK_URL: `${urls.api}/webhooks/checkout-com/`,

    PORT: String(ports.site),
    API_URL: urls.api,
    FIELDS_ORIGIN: urls.sandbox,
    ...overrides,
  };
}
