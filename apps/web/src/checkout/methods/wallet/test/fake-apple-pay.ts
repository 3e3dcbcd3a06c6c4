/**
 * Apple's ApplePaySession for browsers that have none, in tests and while developing: it is in no page that is served. Without
 * imports, so that a browser can be given this file as text. It refuses what Safari refuses.
 */

interface FakeToken {
  readonly paymentData: unknown;
  readonly paymentMethod: { readonly displayName: string; readonly network: string; readonly type: string };
  readonly transactionIdentifier: string;
}

export interface FakeApplePay {
  /** Gives the token when the payer authorises. */
  readonly token: () => Promise<FakeToken>;
  readonly newestVersion?: number;
  readonly canMakePayments?: boolean;
  /** How long the sheet waits for our answer after the payer has authorised. */
  readonly answerWithinMs?: number;
}

interface SheetRequest {
  readonly countryCode?: string;
  readonly currencyCode?: string;
  readonly supportedNetworks?: readonly string[];
  readonly merchantCapabilities?: readonly string[];
  readonly total?: { readonly label?: string; readonly amount?: string };
}

interface Phone {
  how: FakeApplePay;
  /** The calls to each sheet. */
  sheets: string[][];
  isActive: boolean;
}

const phone: Phone = {
  how: { token: () => Promise.reject(new Error('no token')) },
  sheets: [],
  isActive: false,
};

function fault(name: string, message: string): never {
  throw new DOMException(message, name);
}

function checkRequest({ countryCode, currencyCode, ...request }: SheetRequest): void {
  const { supportedNetworks: networks = [], merchantCapabilities: capabilities = [], total } = request;
  if (!/^[A-Z]{2}$/.test(countryCode ?? '')) throw new TypeError('countryCode');
  if (!/^[A-Z]{3}$/.test(currencyCode ?? '')) throw new TypeError('currencyCode');
  if (networks.length === 0) throw new TypeError('supportedNetworks');
  if (networks.includes('mada') && countryCode !== 'SA') throw new TypeError('mada is Saudi Arabian');
  if (!capabilities.includes('supports3DS')) throw new TypeError('merchantCapabilities');
  if (!total?.label || !/^\d+\.\d{2}$/.test(total.amount ?? '')) throw new TypeError('total');
}

function drawSheet(label: string, onPay: () => void, onCancel: () => void) {
  const sheet = document.createElement('div');
  sheet.setAttribute('role', 'dialog');
  sheet.setAttribute('aria-label', 'Apple Pay (test)');
  sheet.setAttribute('data-testid', 'apple-sheet');
  sheet.setAttribute('data-state', 'opening');
  sheet.dir = 'ltr';
  sheet.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:9999;padding:24px;background:#fff;color:#000;font:16px sans-serif;box-shadow:0 0 0 100vmax #0006';
  const button = (name: string, id: string, press: () => void): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = name;
    made.setAttribute('data-testid', id);
    made.style.cssText = 'min-height:44px;margin-inline-end:16px';
    made.addEventListener('click', press);
    return made;
  };
  const total = document.createElement('p');
  total.textContent = label;
  const pay = button('Pay with passcode', 'apple-pay', onPay);
  pay.disabled = true;
  sheet.append(total, pay, button('Cancel', 'apple-cancel', onCancel));
  // The browser draws a real sheet above everything; an element of the page can be pressed only inside the open dialog.
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  (dialog ?? document.body).append(sheet);
  let isGone = false;
  // A dialog whose button opened this sheet closes now, and must not remove the sheet with it.
  dialog?.addEventListener('close', () => void (isGone || document.body.append(sheet)));
  return {
    show: (state: string): void => {
      sheet.setAttribute('data-state', state);
      pay.disabled = state !== 'ready';
    },
    remove: (): void => {
      isGone = true;
      sheet.remove();
    },
  };
}

class ApplePaySession extends EventTarget {
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static supportsVersion(version: number): boolean {
    if (!Number.isInteger(version) || version <= 0) fault('InvalidAccessError', 'no version');
    return version <= (phone.how.newestVersion ?? 14);
  }
  static canMakePayments(): boolean {
    return phone.how.canMakePayments ?? true;
  }

  readonly #request: SheetRequest;
  readonly #done: string[] = [];
  #state: 'idle' | 'active' | 'validated' | 'authorised' | 'over' = 'idle';
  #sheet: ReturnType<typeof drawSheet> | null = null;
  #limit: ReturnType<typeof setTimeout> | undefined;

  constructor(version: number, request: SheetRequest) {
    super();
    if (!navigator.userActivation.isActive)
      fault('InvalidAccessError', 'Must create a new ApplePaySession from a user gesture handler.');
    if (!ApplePaySession.supportsVersion(version)) fault('InvalidAccessError', 'version');
    checkRequest(request);
    this.#request = request;
    phone.sheets.push(this.#done);
    this.#done.push(`${request.total?.label} ${request.total?.amount} ${request.currencyCode}`);
  }

  begin(): void {
    if (this.#state !== 'idle') fault('InvalidAccessError', 'Payment session is already active.');
    if (phone.isActive) fault('InvalidAccessError', 'Page already has an active payment session.');
    phone.isActive = true;
    this.#state = 'active';
    const { total, currencyCode } = this.#request;
    const label = `${total?.label} ${total?.amount} ${currencyCode}`;
    this.#sheet = drawSheet(
      label,
      () => void this.#authorise(),
      () => this.#cancel(),
    );
    setTimeout(() => {
      if (this.#state === 'active')
        this.#tell('validatemerchant', {
          validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
        });
    });
  }

  completeMerchantValidation(session: unknown): void {
    if (this.#state !== 'active') fault('InvalidAccessError', 'not validating');
    const { merchantSessionIdentifier, expiresAt, domainName } = (session ?? {}) as Record<string, unknown>;
    const isOurs = domainName === location.host || domainName === location.hostname;
    const isSession = typeof merchantSessionIdentifier === 'string' && Number(expiresAt) > Date.now();
    if (!isSession || !isOurs) {
      this.#cancel();
      throw new TypeError('no merchant session');
    }
    this.#done.push('validated');
    this.#state = 'validated';
    this.#sheet?.show('ready');
  }

  completePayment(result: { readonly status: number }): void {
    if (this.#state !== 'authorised') fault('InvalidAccessError', 'nothing is authorised');
    clearTimeout(this.#limit);
    const isGood = result.status === ApplePaySession.STATUS_SUCCESS;
    this.#done.push(isGood ? 'success' : 'failure');
    if (isGood) return this.#end();
    // As in Safari: the payer may try again until the sheet is closed.
    this.#state = 'validated';
    return this.#sheet?.show('failed');
  }

  abort(): void {
    if (this.#state === 'idle' || this.#state === 'over') fault('InvalidAccessError', 'not active');
    this.#done.push('aborted');
    this.#end();
  }

  #tell(name: string, more: object): void {
    this.dispatchEvent(Object.assign(new Event(name), more));
  }

  #end(): void {
    clearTimeout(this.#limit);
    this.#state = 'over';
    phone.isActive = false;
    this.#sheet?.remove();
  }

  #cancel(): void {
    if (this.#state === 'over') return;
    this.#done.push('cancelled');
    this.#end();
    this.#tell('cancel', {});
  }

  async #authorise(): Promise<void> {
    if (this.#state !== 'validated') return;
    this.#state = 'authorised';
    this.#sheet?.show('processing');
    const token = await phone.how.token();
    this.#done.push('authorised');
    this.#limit = setTimeout(() => {
      this.#done.push('timed out');
      this.#cancel();
    }, phone.how.answerWithinMs ?? 30_000);
    this.#tell('paymentauthorized', { payment: { token } });
  }
}

/** Installs the fake in this window. `appleSheets` lists its calls. */
export function fakeApplePay(how: FakeApplePay): void {
  Object.assign(phone, { how, sheets: [], isActive: false });
  Object.assign(globalThis, { ApplePaySession, appleSheets: phone.sheets });
}
