import type { PayermaxFields } from '@jawhara/contract';
import { pageLocale } from '../../../words/word.ts';
import { loadProviderScript } from '../card/fields/provider-script.ts';
import type { OpenSheet } from '../../machine/purchase/purchase-effects.ts';
import { sealedText } from './sealed-text.ts';
import type { SheetEvents } from '../../machine/wallet-sheet.ts';

/** Where the button is drawn: the provider's script finds its place by selector. */
export const BUTTON_PLACE = 'embedded-wallet-button';

/** The parts of the provider's objects that we use, under its own names. No other file uses its button. */
interface ButtonPart {
  mount(selector: string): void;
  on(event: 'ready' | 'payButtonClick', listener: (news: { readonly code?: unknown }) => void): void;
  emit(action: 'canMakePayment' | 'paySuccess' | 'payFail'): Promise<ButtonGave> | undefined;
}

interface ButtonGave {
  readonly data?: { readonly paymentToken?: unknown };
}

interface ButtonLibrary {
  create(name: 'applepay', options: Record<string, unknown>): ButtonPart;
}

interface ButtonKeys {
  readonly clientKey: string;
  readonly sessionKey: string;
}

/** `payButtonClick` means that the sheet is open; the authorisation arrives as a token. */
function listen(part: ButtonPart, { sessionKey }: ButtonKeys, sheetEvents: SheetEvents): void {
  part.on('ready', ({ code }) => {
    if (code !== 'SUCCESS') sheetEvents.onFailed();
  });
  part.on('payButtonClick', () => {
    // Must run inside the press, or the browser opens no sheet.
    const gave = part.emit('canMakePayment') ?? Promise.resolve<ButtonGave>({});
    sheetEvents.onPressed();
    void gave.then(({ data }) => {
      const paymentToken = data?.paymentToken;
      if (typeof paymentToken !== 'string' || paymentToken === '') return sheetEvents.onCancelled();
      return sheetEvents.onAuthorised({
        walletToken: sealedText({ paymentToken, sessionKey }),
        methodType: '',
      });
    }, sheetEvents.onFailed);
  });
}

/** The order is created first, because the provider draws its button with the order's session. */
export function openPayermaxButton(config: PayermaxFields, sheetEvents: SheetEvents): OpenSheet {
  const loading = loadProviderScript(config.scriptUrl);
  let part: ButtonPart | null = null;
  let isOver = false;
  const draw = (keys: ButtonKeys): void => {
    const { PMdropin: library } = globalThis as unknown as { PMdropin?: ButtonLibrary };
    if (isOver) return;
    if (library === undefined) return sheetEvents.onFailed();
    part = library.create('applepay', {
      ...keys,
      sandbox: config.environment === 'sandbox',
      language: pageLocale(),
    });
    listen(part, keys, sheetEvents);
    part.mount(`#${BUTTON_PLACE}`);
  };
  const complete = (isGood: boolean): void => {
    isOver = true;
    part?.emit(isGood ? 'paySuccess' : 'payFail')?.catch(() => undefined);
  };
  loading.catch(() => undefined);
  queueMicrotask(sheetEvents.onMerchant);
  return {
    completeValidation(sessionJson) {
      loading.then(() => draw(JSON.parse(sessionJson) as ButtonKeys)).catch(sheetEvents.onFailed);
      return true;
    },
    complete,
    close: () => void (isOver || complete(false)),
  };
}
