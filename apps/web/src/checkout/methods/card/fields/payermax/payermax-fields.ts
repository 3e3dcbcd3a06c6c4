import { openCardSession, type PayermaxFields } from '@jawhara/contract';
import { tickIn, type CardSourceId } from '@jawhara/domain';
import { call } from '../../../../../api/call.ts';
import { pageLocale, word } from '../../../../../words/word.ts';
import type { CardFields, FieldsHandlers, Opening } from '../card-fields.ts';
import { fieldInvalid } from '../field-words.ts';
import { loadProviderScript } from '../provider-script.ts';

/** The part of the provider's browser library that is used, under its own names. */
interface DropIn {
  mount(selector: string): void;
  on(event: 'ready' | 'form-check', listener: (news: Readonly<Record<string, unknown>>) => void): void;
  emit(action: 'canMakePayment'): Promise<{
    readonly code?: unknown;
    readonly data?: { readonly paymentToken?: unknown; readonly agreementAccepted?: unknown };
  }>;
}

declare global {
  var PMdropin: { create(name: 'card', options: Record<string, unknown>): DropIn } | undefined;
}

const READY_WAIT_MS = 30_000;

/** The provider has texts in English and Chinese only, so the shop supplies its own in every language, also for the consent. */
function ourWords(): Record<string, unknown> {
  const [number, expiry, cvv] = [word('card.number'), word('card.expiry'), word('card.cvv')];
  return {
    cardnum: number,
    cardnumHint: '0000 0000 0000 0000',
    cardnumErrTip: fieldInvalid('number'),
    cardbinErrTip: { CARD_NOT_SUPPORT: word('card.brand'), CARD_NO_INVALID: fieldInvalid('number') },
    expdate: expiry,
    expdateHint: 'MM/YY',
    expdateErrTip: fieldInvalid('expiry'),
    cvv,
    cvvHint: '123',
    cvvErrTip: word('cvv.wrong'),
    name: word('card.holder'),
    nameHint: word('card.holderHint'),
    nameErrTip: fieldInvalid('holder'),
    // The full text that the payer agrees to by ticking the box.
    saveCardInfoTip: `${word('card.keepAgree')}. ${word('dlg.remember.how')}`,
    confirm: word('pay.ok'),
    cancel: word('dlg.back.leave'),
  };
}

function whenReady(dropIn: DropIn): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('the drop-in is not ready'));
    const timer = setTimeout(fail, READY_WAIT_MS);
    dropIn.on('ready', ({ code }) => {
      clearTimeout(timer);
      if (code === 'SUCCESS') resolve();
      else fail();
    });
  });
}

/** Loads the provider's script and asks our server for a session, then puts the fields into the element. */
export async function openPayermaxCard(
  { config, rechargeId }: Opening<PayermaxFields>,
  element: HTMLElement,
  { onChange }: FieldsHandlers,
): Promise<CardFields> {
  const [answer] = await Promise.all([
    call(openCardSession, { rechargeId }),
    loadProviderScript(config.scriptUrl),
  ]);
  const library = globalThis.PMdropin;
  if (answer.kind !== 'ok' || library === undefined) throw new Error('the drop-in did not open');
  const { clientKey, sessionKey } = answer.value;
  const locale = pageLocale();
  const dropIn = library.create('card', {
    clientKey,
    sessionKey,
    sandbox: config.environment === 'sandbox',
    language: locale,
    customLocalization: { [locale]: ourWords() },
    // This provider saves a card only if the payer agreed in these fields.
    hideSaveCard: false,
  });
  let isValid = false;
  dropIn.on('form-check', ({ isFormValid }) => {
    isValid = isFormValid === true;
    onChange(isValid);
  });
  const ready = whenReady(dropIn);
  const frame = document.createElement('div');
  frame.id = 'payermax-fields'; // the script finds its place by a selector
  element.replaceChildren(frame);
  dropIn.mount(`#${frame.id}`);
  await ready;
  return {
    isValid: () => isValid,
    async tokenise() {
      const paid = await dropIn.emit('canMakePayment').catch(() => null);
      const token = paid?.data?.paymentToken;
      if (typeof token !== 'string' || token === '') return null;
      const agreed = paid?.data?.agreementAccepted === true ? { keep: tickIn(locale) } : {};
      return { dropInToken: token, dropInSession: sessionKey, ...agreed };
    },
    // A token request with invalid fields returns no token: the script marks the faults and moves the cursor there.
    showFaults: () => void dropIn.emit('canMakePayment').catch(() => undefined),
    close: () => element.replaceChildren(),
  };
}

/** A replacement for fields where the card is typed on the provider's page: it is always valid. */
export function openHostedPage({ onChange }: FieldsHandlers): CardFields {
  onChange(true);
  return {
    isValid: () => true,
    tokenise: () => Promise.resolve({ hostedPage: true, keep: 'ask' }),
    close: () => undefined,
  };
}

/** Takes the place of a CVV field: a saved card of PayerMax pays without its CVV. */
export function openSavedCard(sourceId: CardSourceId, { onChange }: FieldsHandlers): CardFields {
  onChange(true);
  return {
    isValid: () => true,
    tokenise: () => Promise.resolve({ sourceId, cvvToken: null }),
    close: () => undefined,
  };
}
