import { delimiter, dirname, join } from 'node:path';
import { DEVELOPMENT_DEVICE_KEYS } from './development-device.ts';
import { PAYERMAX_KEYS } from './payermax-keys.ts';
import { asProgram } from './postgres-login.ts';
import { REPOSITORY } from './repository.ts';
import type { StackPorts, StackUrls } from './profiles.ts';

/** Keys of the development sandbox. They open nothing but it. */
const DEVELOPMENT_KEYS = {
  secret: 'sk_sbox_jawharadevelopmentsecret01',
  public: 'pk_sbox_jawharadevelopmentpublic01',
  webhook: 'jawhara-development-webhook-key',
  channel: 'pc_jawharadevelopment',
  adyenApi: 'AQEjawharadevelopmentapikey01',
  adyenAccount: 'JawharaDevelopment',
  adyenHmac: '4A617768617261446576656C6F706D656E74484D41434B657930303030303031',
  adyenClient: 'test_JAWHARADEVELOPMENTCLIENT01',
  facebookApp: '1700000000000001',
  facebookSecret: 'jawhara-development-facebook-secret',
  googleClient: 'jawhara-development.apps.googleusercontent.example',
};

export type Environment = Readonly<Record<string, string>>;

/** What the outside world is told: the same keys, from its side. */
function sandboxEnvironment(ports: StackPorts, urls: StackUrls): Environment {
  return {
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_PUBLIC_URL: urls.sandbox,
    SANDBOX_CHECKOUT_COM_SECRET_KEY: DEVELOPMENT_KEYS.secret,
    SANDBOX_CHECKOUT_COM_PUBLIC_KEY: DEVELOPMENT_KEYS.public,
    SANDBOX_CHECKOUT_COM_WEBHOOK_KEY: DEVELOPMENT_KEYS.webhook,
    SANDBOX_CHECKOUT_COM_WEBHOOK_URL: `${urls.api}/webhooks/checkout-com/`,
    SANDBOX_ADYEN_API_KEY: DEVELOPMENT_KEYS.adyenApi,
    SANDBOX_ADYEN_MERCHANT_ACCOUNT: DEVELOPMENT_KEYS.adyenAccount,
    SANDBOX_ADYEN_HMAC_KEY: DEVELOPMENT_KEYS.adyenHmac,
    SANDBOX_ADYEN_CLIENT_KEY: DEVELOPMENT_KEYS.adyenClient,
    SANDBOX_ADYEN_WEBHOOK_URL: `${urls.api}/webhooks/adyen/`,
    SANDBOX_PAYERMAX_APP_ID: PAYERMAX_KEYS.appId,
    SANDBOX_PAYERMAX_MERCHANT_NO: PAYERMAX_KEYS.merchantNo,
    SANDBOX_PAYERMAX_MERCHANT_PUBLIC_KEY: PAYERMAX_KEYS.merchantPublic,
    SANDBOX_PAYERMAX_PLATFORM_PRIVATE_KEY: PAYERMAX_KEYS.platformPrivate,
    SANDBOX_PAYERMAX_NOTIFY_URL: `${urls.api}/webhooks/payermax/`,
  };
}

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
    DATABASE_URL: asProgram(urls.database),
    DATABASE_OWNER_URL: urls.database,
    REDIS_URL: urls.redis,
    RESTATE_INGRESS_URL: urls.restateIngress,
    RESTATE_ADMIN_URL: urls.restateAdmin,
    SITE_URL: urls.site,
    COUNTRY_RANGES_FILE: join(REPOSITORY, 'tools/stack/country-ranges.csv'),
    DEVICE_KEYS: DEVELOPMENT_DEVICE_KEYS.join(','),
    CHECKOUT_COM_API_URL: urls.sandbox,
    CHECKOUT_COM_SECRET_KEY: DEVELOPMENT_KEYS.secret,
    CHECKOUT_COM_PUBLIC_KEY: DEVELOPMENT_KEYS.public,
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: DEVELOPMENT_KEYS.channel,
    CHECKOUT_COM_WEBHOOK_KEY: DEVELOPMENT_KEYS.webhook,
    CHECKOUT_COM_FIELDS_URL: `${urls.sandbox}/checkout-web-components/index.js`,
    CHECKOUT_COM_ENVIRONMENT: 'sandbox',
    ADYEN_API_URL: `${urls.sandbox}/adyen/v72`,
    ADYEN_API_KEY: DEVELOPMENT_KEYS.adyenApi,
    ADYEN_MERCHANT_ACCOUNT: DEVELOPMENT_KEYS.adyenAccount,
    ADYEN_HMAC_KEY: DEVELOPMENT_KEYS.adyenHmac,
    ADYEN_CLIENT_KEY: DEVELOPMENT_KEYS.adyenClient,
    // The provider's script lets the bank's pages be plain http only if this other address is part of its own.
    ADYEN_FIELDS_URL: `${urls.sandbox}/checkoutshopper/test/http://localhost:8080/`,
    PAYERMAX_API_URL: `${urls.sandbox}/payermax/aggregate-pay/api/gateway`,
    PAYERMAX_APP_ID: PAYERMAX_KEYS.appId,
    PAYERMAX_MERCHANT_NO: PAYERMAX_KEYS.merchantNo,
    PAYERMAX_PRIVATE_KEY: PAYERMAX_KEYS.merchantPrivate,
    PAYERMAX_PUBLIC_KEY: PAYERMAX_KEYS.platformPublic,
    PAYERMAX_DROPIN_URL: `${urls.sandbox}/payermax/dropin/js/pmdropin.min.js`,
    PAYERMAX_NOTIFY_URL: `${urls.api}/webhooks/payermax/`,
    FACEBOOK_API_URL: `${urls.sandbox}/social/facebook`,
    FACEBOOK_APP_ID: DEVELOPMENT_KEYS.facebookApp,
    FACEBOOK_APP_SECRET: DEVELOPMENT_KEYS.facebookSecret,
    FACEBOOK_SCRIPT_URL: `${urls.sandbox}/social/facebook/ar_AR/sdk.js`,
    GOOGLE_CERTS_URL: `${urls.sandbox}/social/google/certs`,
    GOOGLE_CLIENT_ID: DEVELOPMENT_KEYS.googleClient,
    GOOGLE_SCRIPT_URL: `${urls.sandbox}/social/google/gsi/client`,
    LOG_LEVEL: 'info',
    // Here everybody comes from one address; the guards themselves are proven by tests.
    GUARD_FACTOR: '1000',
    LOOKUPS_PER_MINUTE: '1000',
    NAMES_PER_ADDRESS_PER_HOUR: '100000',
    // Nor is a machine that does everything at once a Redis that hangs: sign-ins would be refused for it.
    REDIS_ANSWERS_WITHIN_MS: '5000',

    ...sandboxEnvironment(ports, urls),

    PORT: String(ports.site),
    API_URL: urls.api,
    FIELDS_SCRIPT_ORIGINS: urls.sandbox,
    FIELDS_ORIGINS: urls.sandbox,
    SIGN_IN_SCRIPT_ORIGINS: urls.sandbox,
    SIGN_IN_ORIGINS: urls.sandbox,
    ...overrides,
  };
}
