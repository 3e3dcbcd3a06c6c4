import type { FastifyInstance, FastifyReply } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../browser-script.ts';
import { PAGE_HEADERS } from '../html.ts';
import { schemeOf } from '../world/card-number.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { BRANDS } from './card.ts';
import { errorAnswer } from './errors.ts';
import { securedFieldPage } from './fields/secured-field-page.ts';
import { logoOf } from './logos.ts';
import type { AdyenPayments } from './payments.ts';
import type { SealedField, SealedValues } from './sealed-values.ts';
import { threeDSAction, threeDSResult } from './three-ds-action.ts';
import { translationsFor } from './translations.ts';

export interface AdyenWebDeps {
  readonly payments: AdyenPayments;
  readonly sealed: SealedValues;
  readonly clientKey: string;
  readonly publicUrl: () => string;
}

/**
 * The provider's script requires https for the bank's pages, unless its own address contains "http://localhost:8080",
 * an exception for its developers. With this path the exception holds on any port, so no certificates are needed.
 */
const BASES = ['/checkoutshopper/test', '/checkoutshopper/test/http:://localhost::8080'] as const;

/** Scripts of the fields are served under their file names, so that they can import each other. */
const SCRIPTS = {
  '/adyen/fields/secured-field.ts': new URL('./fields/secured-field.ts', import.meta.url),
  '/adyen/fields/field-kinds.ts': new URL('./fields/field-kinds.ts', import.meta.url),
} as const;

const SEALED_FIELDS = [
  'encryptedCardNumber',
  'encryptedExpiryMonth',
  'encryptedExpiryYear',
  'encryptedSecurityCode',
  'encryptedBin',
] as const satisfies readonly SealedField[];

function refuseKey(reply: FastifyReply): FastifyReply {
  const { status, body } = errorAnswer(403, '905', 'Invalid client key', 'security');
  return reply.code(status).send(body);
}

function fieldRoutes(app: FastifyInstance, base: string, { sealed, clientKey }: AdyenWebDeps): void {
  app.get<{ Params: { key: string } }>(
    `${base}/securedfields/:key/:version/securedFields.html`,
    async (request, reply) =>
      request.params.key === clientKey
        ? reply.headers(PAGE_HEADERS).send(securedFieldPage())
        : refuseKey(reply),
  );
  // Real fields encrypt in the browser; ours call this route. Either way no plain value leaves this origin.
  app.post<{ Params: { key: string } }>(`${base}/securedfields/:key/seal`, async (request, reply) => {
    if (request.params.key !== clientKey) return refuseKey(reply);
    const body = recordIn(request.body);
    const blobs: Partial<Record<SealedField, string>> = {};
    for (const field of SEALED_FIELDS) {
      const value = textIn(body, field);
      if (value !== null) blobs[field] = sealed.seal(field, value);
    }
    return blobs;
  });
  app.post(`${base}/v3/bin/binLookup`, async (request) => {
    const body = recordIn(request.body);
    const scheme = schemeOf(sealed.open('encryptedBin', textIn(body, 'encryptedBin') ?? '') ?? '');
    const requestId = textIn(body, 'requestId');
    if (scheme === null) return { brands: [], requestId };
    const brand = BRANDS[scheme];
    const wanted = body['supportedBrands'];
    return {
      brands: [
        {
          brand,
          paymentMethodVariant: brand,
          supported: Array.isArray(wanted) && wanted.includes(brand),
          enableLuhnCheck: true,
          cvcPolicy: 'required',
          expiryDatePolicy: 'required',
          panLength: 16,
        },
      ],
      issuingCountryCode: 'SA',
      requestId,
    };
  });
}

/** After the bank has received the browser's data it approves the payment, or requests a password from the cardholder. */
function fingerprintRoute(app: FastifyInstance, base: string, { payments, publicUrl }: AdyenWebDeps): void {
  app.post(`${base}/v1/submitThreeDS2Fingerprint`, async (request, reply) => {
    const payment = payments.find(textIn(recordIn(request.body), 'paymentData') ?? '');
    if (payment === null)
      return reply.code(422).send(errorAnswer(422, '14_006', 'Unknown', 'validation').body);
    if (payment.asking === 'fingerprint') {
      payment.authentication ??= 'passed';
      return { type: 'completed', details: { threeDSResult: threeDSResult(payment, 'Y') } };
    }
    if (payment.standing === 'looking') payment.standing = 'asking';
    if (payment.standing !== 'asking')
      return { type: 'completed', details: { threeDSResult: threeDSResult(payment, 'U') } };
    return { type: 'action', action: threeDSAction(payment, publicUrl()) };
  });
}

/** Routes that the provider's own browser library calls, so that the real one runs here. */
export function adyenWebRoutes(app: FastifyInstance, deps: AdyenWebDeps): void {
  for (const base of BASES) {
    fieldRoutes(app, base, deps);
    fingerprintRoute(app, base, deps);
    app.get<{ Params: { file: string } }>(`${base}/sdk/:version/translations/:file`, async (request) =>
      translationsFor(request.params.file),
    );
    app.get<{ Params: { '*': string } }>(`${base}/images/*`, async (request, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
        .send(logoOf(request.params['*'])),
    );
    app.get(`${base}/assets/html/:key/:page`, async (_request, reply) =>
      reply.headers(PAGE_HEADERS).send('<!doctype html><title>-</title>'),
    );
  }
  app.post('/checkoutanalytics/v3/analytics', async () => ({ checkoutAttemptId: 'sandbox-attempt' }));
  app.post('/checkoutanalytics/v3/analytics/:id', async (_request, reply) => reply.code(204).send());
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(address, async (_request, reply) => reply.headers(SCRIPT_HEADERS).send(browserScript(file)));
  }
}
