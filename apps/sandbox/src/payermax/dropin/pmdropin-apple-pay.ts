'use strict';
import type { PaidMessage } from './messages.ts';

// The second part of PayerMax's script: its Apple Pay button in the shop's page. The payment sheet is the browser's own.
{
  const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const VERSION = 3;
  const BAD_NEWS_SHOWN_MS = 1_500;
  const OUT_OF_REACH: PaidMessage = { code: 'SYSTEM_ERROR', message: 'network error' };
  const NO_WALLET: PaidMessage = { code: 'NOT_SUPPORT', message: 'Apple Pay is not supported here' };
  const CANCELLED: PaidMessage = { code: 'USER_CANCEL', message: 'cancelled by the payer' };

  interface Sheet extends EventTarget {
    begin(): void;
    abort(): void;
    completeMerchantValidation(session: unknown): void;
    completePayment(result: { readonly status: number }): void;
  }

  interface SheetClass {
    new (version: number, request: object): Sheet;
    readonly STATUS_SUCCESS: number;
    readonly STATUS_FAILURE: number;
  }

  interface ButtonOptions {
    readonly clientKey: string;
    readonly sessionKey: string;
  }

  interface Total {
    readonly cents: number | null;
    readonly currency: string;
  }

  type Listener = (news: Readonly<Record<string, unknown>>) => void;

  /** The state of one button on a page. */
  interface Life {
    readonly options: ButtonOptions;
    readonly listeners: Map<string, Listener[]>;
    total: Total | null;
    sheet: Sheet | null;
  }

  const sheets = (): SheetClass | undefined =>
    (globalThis as unknown as { ApplePaySession?: SheetClass }).ApplePaySession;

  function fire({ listeners }: Life, name: string, news: Readonly<Record<string, unknown>>): void {
    for (const listener of listeners.get(name) ?? []) listener(news);
  }

  async function post({ options }: Life, path: string, more: object = {}): Promise<PaidMessage> {
    const { clientKey, sessionKey } = options;
    try {
      const answer = await fetch(`${ORIGIN}/payermax/dropin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientKey, sessionKey, ...more }),
      });
      return (await answer.json()) as PaidMessage;
    } catch {
      return OUT_OF_REACH;
    }
  }

  function drawButton(life: Life, element: Element): void {
    const button = document.createElement('button');
    button.type = 'button';
    button.id = 'pmdropin-apple-pay';
    button.lang = 'en';
    button.textContent = 'Apple Pay';
    button.style.cssText =
      'display:block;width:100%;min-height:52px;border:0;border-radius:12px;background:#000;color:#fff;text-align:center;font:600 18px/1 system-ui,sans-serif;cursor:pointer;-webkit-appearance:-apple-pay-button';
    button.addEventListener('click', () => fire(life, 'payButtonClick', {}));
    element.replaceChildren(button);
  }

  async function mount(life: Life, target: string): Promise<void> {
    const element = document.querySelector(target);
    if (!element) throw new Error('PMdropin: there is no element to mount into');
    const { code, data } = await post(life, 'sessions');
    const components = data?.['components'] as readonly string[] | undefined;
    const isMine = code === 'APPLY_SUCCESS' && components?.includes('APPLEPAY') === true;
    life.total = (data?.['total'] ?? null) as Total | null;
    const loadCode = isMine ? (sheets() === undefined ? NO_WALLET.code : 'SUCCESS') : 'PARAMS_INVALID';
    if (loadCode === 'SUCCESS') drawButton(life, element);
    fire(life, 'load', { code: loadCode });
    fire(life, 'ready', { code: loadCode });
  }

  function requestOf({ total }: Life): object {
    return {
      countryCode: 'HK',
      currencyCode: total?.currency,
      supportedNetworks: ['visa', 'masterCard'],
      merchantCapabilities: ['supports3DS'],
      total: { label: 'PayerMax', amount: ((total?.cents ?? 0) / 100).toFixed(2), type: 'final' },
    };
  }

  /** Opens the payment sheet, which browsers allow only while a press is handled. */
  function openSheet(life: Life): Promise<PaidMessage> {
    const Session = sheets();
    if (Session === undefined) return Promise.resolve(NO_WALLET);
    const sheet = new Session(VERSION, requestOf(life));
    life.sheet = sheet;
    return new Promise((resolve) => {
      const giveUp = (answer: PaidMessage): void => {
        sheet.abort();
        resolve(answer);
      };
      sheet.addEventListener('cancel', () => resolve(CANCELLED));
      sheet.addEventListener('validatemerchant', () => {
        void post(life, 'apple-session').then((answer) => {
          if (answer.code === 'APPLY_SUCCESS') sheet.completeMerchantValidation(answer.data);
          else giveUp(answer);
        });
      });
      sheet.addEventListener('paymentauthorized', (event) => {
        const { payment } = event as unknown as { payment: { token: { paymentData: unknown } } };
        void post(life, 'apple-token', { paymentData: payment.token.paymentData }).then((answer) => {
          if (answer.code === 'APPLY_SUCCESS') resolve(answer);
          else giveUp(answer);
        });
      });
      sheet.begin();
    });
  }

  /** Shows in the open payment sheet whether the payment succeeded. */
  function notify({ sheet }: Life, isGood: boolean): void {
    const Session = sheets();
    if (sheet === null || Session === undefined) return;
    try {
      sheet.completePayment({ status: isGood ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE });
      if (!isGood) setTimeout(() => sheet.abort(), BAD_NEWS_SHOWN_MS);
    } catch {
      // The sheet has closed meanwhile.
    }
  }

  function emit(life: Life, action: string): Promise<PaidMessage> | undefined {
    if (action === 'canMakePayment') return openSheet(life);
    if (action === 'paySuccess' || action === 'payFail') notify(life, action === 'paySuccess');
    return undefined;
  }

  function createButton(options: ButtonOptions) {
    const life: Life = { options, listeners: new Map(), total: null, sheet: null };
    return {
      mount: (target: string): void => void mount(life, target),
      on: (name: string, listener: Listener): void =>
        void life.listeners.set(name, [...(life.listeners.get(name) ?? []), listener]),
      emit: (action: string): Promise<PaidMessage> | undefined => emit(life, action),
    };
  }

  const { PMdropin: others } = window as unknown as {
    PMdropin: { create(name: string, options: ButtonOptions): unknown };
  };
  const create = (name: string, options: ButtonOptions): unknown =>
    name === 'applepay' ? createButton(options) : others.create(name, options);
  Object.assign(window, { PMdropin: { create } });
}
