import { delimiter, dirname, join } from 'node:path';
import { APPLE_PAY_KEYS } from './apple-pay-keys.ts';
import { HOST } from './ports.ts';
import { developmentMail, DEVELOPMENT_SIGNING_KEYS } from './development-device.ts';
import { DEVELOPMENT_ENGINE_TOKENS } from './engine-tokens.ts';
import { DEVELOPMENT_KEY_FILE } from './development-operator.ts';
import { asProgram } from './postgres-login.ts';
import { compileCache } from './compile-cache.ts';
import { REPOSITORY } from './repository.ts';
import type { StackPorts, StackUrls } from './profiles.ts';
import type { Environment } from './providers/stack-provider.ts';
import { roomsEnvironment } from './rooms-environment.ts';
import { STACK_PROVIDERS } from './stack-providers.ts';

/** Keys of the sign-in providers in the development sandbox, valid only there. */
const DEVELOPMENT_KEYS = {
  facebookApp: '1700000000000001',
  facebookSecret: 'jawhara-development-facebook-secret',
  googleClient: 'jawhara-development.apps.googleusercontent.example',
};

function providersEnvironment(urls: StackUrls): Environment {
  const parts = Object.values(STACK_PROVIDERS).map(({ environment }) => environment(urls));
  return Object.assign({}, ...parts) as Environment;
}

function sandboxEnvironment(ports: StackPorts, urls: StackUrls): Environment {
  return {
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_MAIL_PORT: String(ports.mail),
    SANDBOX_MAIL_RETURNS_URL: `${urls.api}/webhooks/mail-returns/`,
    SANDBOX_MAIL_RETURNS_KEY: developmentMail(ports.mail).MAIL_RETURNS_KEY,
    SANDBOX_APPLE_PAY_GATEWAY_PORT: String(ports.applePayGateway),
    SANDBOX_APPLE_PAY_AUTHORITY: APPLE_PAY_KEYS.authority,
    SANDBOX_APPLE_PAY_GATEWAY_CERTIFICATE: APPLE_PAY_KEYS.gatewayCertificate,
    SANDBOX_APPLE_PAY_GATEWAY_KEY: APPLE_PAY_KEYS.gatewayKey,
    SANDBOX_PUBLIC_URL: urls.sandbox,
  };
}

/** The environment of api, sandbox and site. From the caller's environment it takes only paths and Node's compile cache. */
export function stackEnvironment(ports: StackPorts, urls: StackUrls, overrides: Environment): Environment {
  return {
    PATH: [dirname(process.execPath), join(REPOSITORY, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(
      delimiter,
    ),
    HOME: process.env['HOME'] ?? REPOSITORY,
    TZ: 'UTC',
    ...compileCache(),

    API_PORT: String(ports.api),
    FLOW_PORT: String(ports.flow),
    DATABASE_URL: asProgram(urls.database),
    DATABASE_OWNER_URL: urls.database,
    REDIS_URL: urls.redis,
    RESTATE_INGRESS_URL: urls.restateIngress,
    RESTATE_INGRESS_TOKEN: DEVELOPMENT_ENGINE_TOKENS.ingress,
    RESTATE_ADMIN_URL: urls.restateAdmin,
    RESTATE_ADMIN_TOKEN: DEVELOPMENT_ENGINE_TOKENS.admin,
    SITE_URL: urls.site,
    // Both names of this machine, so that wallet sheets open under either.
    PAYABLE_HOSTS: [new URL(urls.site).host, `localhost:${ports.site}`].join(','),
    COUNTRY_RANGES_FILE: join(REPOSITORY, 'tools/stack/country-ranges.csv'),
    OPERATOR_KEY_FILE: DEVELOPMENT_KEY_FILE,
    ...DEVELOPMENT_SIGNING_KEYS,
    ...developmentMail(ports.mail),
    ...providersEnvironment(urls),
    APPLE_PAY_MERCHANT_ID: APPLE_PAY_KEYS.merchantId,
    APPLE_PAY_CERTIFICATE: APPLE_PAY_KEYS.merchantCertificate,
    APPLE_PAY_KEY: APPLE_PAY_KEYS.merchantKey,
    APPLE_PAY_GATEWAY_URL: `https://${HOST}:${ports.applePayGateway}/paymentservices/paymentSession`,
    APPLE_PAY_GATEWAY_AUTHORITY: APPLE_PAY_KEYS.authority,
    FACEBOOK_API_URL: `${urls.sandbox}/social/facebook`,
    FACEBOOK_APP_ID: DEVELOPMENT_KEYS.facebookApp,
    FACEBOOK_APP_SECRET: DEVELOPMENT_KEYS.facebookSecret,
    FACEBOOK_SCRIPT_URL: `${urls.sandbox}/social/facebook/ar_AR/sdk.js`,
    GOOGLE_CERTS_URL: `${urls.sandbox}/social/google/certs`,
    GOOGLE_CLIENT_ID: DEVELOPMENT_KEYS.googleClient,
    GOOGLE_SCRIPT_URL: `${urls.sandbox}/social/google/gsi/client`,
    ...roomsEnvironment(ports, urls),
    LOG_LEVEL: 'info',
    // A process stops at once, because no load balancer has to notice first.
    STOP_NOTICE_MS: '0',
    // High, because chaos places five hundred orders at once; tests prove that too many are refused.
    REQUESTS_AT_ONCE: '4000',
    ORDERS_AT_ONCE: '2000',
    REQUEST_WAIT_MS: '90000',
    ORDER_WAIT_MS: '90000',
    // High, because all requests come from one address here; tests prove the limits.
    GUARD_FACTOR: '1000',
    LOOKUPS_PER_MINUTE: '1000',
    NAMES_PER_ADDRESS_PER_HOUR: '100000',
    STATUSES_PER_ADDRESS_PER_HOUR: '100000',
    EDGE_CONNECTIONS_PER_ADDRESS: '2000',
    EDGE_CALLS_PER_SECOND: '10000',
    // Longer than in production: on a busy development machine a slow Redis would count as hanging, and sign-ins would be
    // refused.
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
