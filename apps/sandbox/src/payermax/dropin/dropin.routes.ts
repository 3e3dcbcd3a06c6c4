import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../../browser-script.ts';
import { PAGE_HEADERS } from '../../html.ts';
import { cardFramePage } from '../../world/fields/card-frame-page.ts';
import { integerIn, recordIn, textIn, type Json } from '../../world/reading.ts';
import type { MerchantSessions } from '../../apple-pay/merchant-session.ts';
import type { WalletTokens } from '../../apple-pay/wallet-tokens.ts';
import { maskedNumber, readCard, walletCard, type PayermaxCard } from '../card.ts';
import type { DropinSession, DropinSessions } from '../dropin-sessions.ts';

/** Address under /payermax/dropin/ and its file. Modules keep their file names, so that they can import each other. */
const SCRIPTS = {
  'dropin-frame.ts': new URL('./dropin-frame.ts', import.meta.url),
  'dropin-words.ts': new URL('./dropin-words.ts', import.meta.url),
} as const;

/** The script for the shop's page, a single one like the real library: the second file extends the object of the first. */
const LIBRARY = [
  new URL('./pmdropin.ts', import.meta.url),
  new URL('./pmdropin-apple-pay.ts', import.meta.url),
];

const SAVE =
  '<style>.save{display:flex;align-items:center;gap:10px;min-height:44px}.save input{width:22px;height:22px;min-height:0;flex:none;accent-color:var(--colorAction,#00696b)}</style><label class="save" hidden><input type="checkbox" id="card-save"><span id="card-save-label"></span></label>';

const OUT_OF_ORDER = { code: 'SYSTEM_ERROR', message: 'System is busy, please try again later.' };
const SESSION_INVALID = { code: 'PARAMS_INVALID', message: 'Invalid or expired session.' };

export interface DropinDeps {
  readonly sessions: DropinSessions;
  readonly walletTokens: WalletTokens;
  readonly merchantSessions: MerchantSessions;
  readonly now: () => number;
}

function sessionIn(sessions: DropinSessions, body: Json): DropinSession | null {
  const session = sessions.find(textIn(body, 'sessionKey') ?? '');
  return session?.clientKey === textIn(body, 'clientKey') ? session : null;
}

function provenBody(paymentToken: string, card: PayermaxCard, isAgreed: boolean): object {
  return {
    code: 'APPLY_SUCCESS',
    message: '',
    data: {
      paymentToken,
      cardBinNo: card.bin,
      maskCardNumber: maskedNumber(card),
      cardHolderFullName: card.holder ?? '',
      cardOrg: card.cardOrg,
      cardType: 'CREDIT',
      cardIssuingCountry: 'SA',
      cardExpirationMonth: String(card.expiryMonth).padStart(2, '0'),
      cardExpirationYear: String(card.expiryYear % 100),
      agreementAccepted: isAgreed,
    },
  };
}

function frameRoutes(app: FastifyInstance, { sessions, now }: DropinDeps): void {
  app.post('/payermax/dropin/sessions', async (request, reply) => {
    const session = sessionIn(sessions, recordIn(request.body));
    if (session === null) return reply.send(SESSION_INVALID);
    const { offersToKeep, components, total } = session;
    return reply.send({ code: 'APPLY_SUCCESS', message: '', data: { offersToKeep, components, total } });
  });

  // Only the card frame calls this, because only it has a card number.
  app.post('/payermax/dropin/tokens', async (request, reply) => {
    const body = recordIn(request.body);
    const session = sessionIn(sessions, body);
    if (session === null) return reply.send(SESSION_INVALID);
    const typed = {
      number: textIn(body, 'number') ?? '',
      expiryMonth: integerIn(body, 'expiryMonth') ?? 0,
      expiryYear: integerIn(body, 'expiryYear') ?? 0,
      cvv: textIn(body, 'cvv') ?? '',
      holder: textIn(body, 'holder'),
    };
    const card = readCard(typed, now());
    if ('code' in card) return reply.send({ code: card.code, message: card.msg });
    const isAgreed = body['isAgreed'] === true && session.offersToKeep;
    return reply.send(provenBody(sessions.prove(session, card, isAgreed), card, isAgreed));
  });
}

/** Calls of the Apple Pay button: one opens an Apple session with PayerMax's certificate, one exchanges Apple's token. */
function buttonRoutes(app: FastifyInstance, deps: DropinDeps): void {
  const { sessions, walletTokens, merchantSessions, now } = deps;
  const buttonSession = (body: Json): DropinSession | null => {
    const session = sessionIn(sessions, body);
    return session?.components.includes('APPLEPAY') ? session : null;
  };

  app.post('/payermax/dropin/apple-session', async (request, reply) => {
    const { origin = '' } = request.headers;
    if (buttonSession(recordIn(request.body)) === null || !URL.canParse(origin))
      return reply.send(SESSION_INVALID);
    const merchant = { merchantIdentifier: 'merchant.payermax', displayName: 'PayerMax' };
    const session = merchantSessions.open({ ...merchant, domainName: new URL(origin).host });
    return reply.send(
      session === null ? OUT_OF_ORDER : { code: 'APPLY_SUCCESS', message: '', data: session },
    );
  });

  app.post('/payermax/dropin/apple-token', async (request, reply) => {
    const body = recordIn(request.body);
    const session = buttonSession(body);
    const opened = walletTokens.open(body['paymentData']);
    if (session === null || opened === null || !walletTokens.use(opened)) return reply.send(SESSION_INVALID);
    const paymentToken = sessions.prove(session, walletCard(opened.scenario, now()), false);
    return reply.send({ code: 'APPLY_SUCCESS', message: '', data: { paymentToken } });
  });
}

/** The drop-in: a script for the shop's page, and the frame that holds the card on this origin. */
export function dropinRoutes(app: FastifyInstance, deps: DropinDeps): void {
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(`/payermax/dropin/${address}`, async (_request, reply) =>
      reply.headers(SCRIPT_HEADERS).send(browserScript(file)),
    );
  }
  app.get('/payermax/dropin/js/pmdropin.min.js', async (_request, reply) =>
    reply.headers(SCRIPT_HEADERS).send(LIBRARY.map(browserScript).join('\n')),
  );
  app.get('/payermax/dropin/card.html', async (_request, reply) =>
    reply.headers(PAGE_HEADERS).send(cardFramePage('/payermax/dropin/dropin-frame.ts', SAVE)),
  );
  frameRoutes(app, deps);
  buttonRoutes(app, deps);
}
