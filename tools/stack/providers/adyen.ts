import type { StackProvider } from './stack-provider.ts';

const API_KEY = 'AQEjawharadevelopmentapikey01';
const MERCHANT_ACCOUNT = 'JawharaDevelopment';
const HMAC_KEY = '4A617768617261446576656C6F706D656E74484D41434B657930303030303031';
const CLIENT_KEY = 'test_JAWHARADEVELOPMENTCLIENT01';

export const adyen: StackProvider = {
  environment: ({ api, sandbox }) => ({
    ADYEN_API_URL: `${sandbox}/adyen/v72`,
    ADYEN_API_KEY: API_KEY,
    ADYEN_MERCHANT_ACCOUNT: MERCHANT_ACCOUNT,
    ADYEN_HMAC_KEY: HMAC_KEY,
    ADYEN_CLIENT_KEY: CLIENT_KEY,
    // Adyen's script allows plain http for the bank's pages only if its own address contains this other one.
    ADYEN_FIELDS_URL: `${sandbox}/checkoutshopper/test/http://localhost:8080/`,
    ADYEN_APPLE_PAY_MERCHANT_ID: 'merchant.example.jawhara.development',
    SANDBOX_ADYEN_API_KEY: API_KEY,
    SANDBOX_ADYEN_MERCHANT_ACCOUNT: MERCHANT_ACCOUNT,
    SANDBOX_ADYEN_HMAC_KEY: HMAC_KEY,
    SANDBOX_ADYEN_CLIENT_KEY: CLIENT_KEY,
    SANDBOX_ADYEN_WEBHOOK_URL: `${api}/webhooks/adyen/`,
  }),
  codeSign: 'securedFields.html',
};
