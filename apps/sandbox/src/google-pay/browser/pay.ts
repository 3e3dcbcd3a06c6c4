/**
 * Simulates Google's pay.js as far as a shop needs it: `google.payments.api.PaymentsClient`. A classic script. Google Pay is
 * available if the browser's storage names a scenario under `sandbox-google-pay`, and pays with that scenario's card. The
 * script refuses what Google refuses.
 */
(() => {
  interface CardMethod {
    readonly type?: string;
    readonly parameters?: {
      readonly allowedAuthMethods?: readonly string[];
      readonly allowedCardNetworks?: readonly string[];
    };
    readonly tokenizationSpecification?: {
      readonly type?: string;
      readonly parameters?: { readonly gateway?: string; readonly gatewayMerchantId?: string };
    };
  }
  interface SheetRequest {
    readonly apiVersion?: number;
    readonly apiVersionMinor?: number;
    readonly allowedPaymentMethods?: readonly CardMethod[];
    readonly merchantInfo?: { readonly merchantId?: string; readonly merchantName?: string };
    readonly transactionInfo?: {
      readonly totalPriceStatus?: string;
      readonly totalPrice?: string;
      readonly currencyCode?: string;
      readonly countryCode?: string;
    };
  }
  interface ButtonOptions {
    readonly onClick?: () => void;
    readonly buttonColor?: string;
    readonly buttonLocale?: string;
    readonly buttonRadius?: number;
    readonly buttonSizeMode?: string;
  }

  const home = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href).origin;
  const KEY = 'sandbox-google-pay';
  /** For tests: the actions that were done in each payment sheet. */
  const sheets: string[][] = [];
  let isOpen = false;

  const refusal = (statusCode: string, statusMessage: string) =>
    Object.assign(new Error(statusMessage), { statusCode, statusMessage });

  function wrongIn({
    apiVersion,
    apiVersionMinor,
    allowedPaymentMethods: [method] = [],
  }: SheetRequest): string | null {
    if (apiVersion !== 2 || apiVersionMinor !== 0) return 'apiVersion';
    const { allowedAuthMethods: auths = [], allowedCardNetworks: networks = [] } = method?.parameters ?? {};
    if (method?.type !== 'CARD' || auths.length === 0 || networks.length === 0)
      return 'allowedPaymentMethods';
    return null;
  }

  function wrongInPayment(sheetRequest: SheetRequest, environment: string): string | null {
    const { merchantInfo, transactionInfo: info, allowedPaymentMethods: [method] = [] } = sheetRequest;
    const { type, parameters } = method?.tokenizationSpecification ?? {};
    const isFinal = info?.totalPriceStatus === 'FINAL' && /^\d+\.\d{2}$/.test(info.totalPrice ?? '');
    if (environment === 'PRODUCTION' && !merchantInfo?.merchantId) return 'merchantInfo.merchantId';
    if (!isFinal || !/^[A-Z]{3}$/.test(info?.currencyCode ?? '')) return 'transactionInfo';
    if (type !== 'PAYMENT_GATEWAY' || !parameters?.gateway || !parameters.gatewayMerchantId)
      return 'tokenizationSpecification';
    return wrongIn(sheetRequest);
  }

  function drawSheet(label: string, onPay: () => void, onCancel: () => void): HTMLElement {
    const sheet = document.createElement('div');
    sheet.setAttribute('role', 'dialog');
    sheet.setAttribute('aria-label', 'Google Pay (test)');
    sheet.setAttribute('data-testid', 'google-sheet');
    sheet.dir = 'ltr';
    sheet.style.cssText =
      'position:fixed;inset:auto 0 0;z-index:9999;padding:24px;background:#fff;color:#000;font:16px sans-serif;box-shadow:0 0 0 100vmax #0006';
    const total = document.createElement('p');
    total.textContent = label;
    const buttons = [
      ['Pay', 'google-pay', onPay],
      ['Cancel', 'google-cancel', onCancel],
    ] as const;
    sheet.append(
      total,
      ...buttons.map(([name, id, press]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        button.setAttribute('data-testid', id);
        button.style.cssText = 'min-height:44px;margin-inline-end:16px';
        button.addEventListener('click', press, { once: true });
        return button;
      }),
    );
    document.body.append(sheet);
    return sheet;
  }

  /** The scenario's card, encrypted for the gateway that the shop named. */
  async function cardFor(sheetRequest: SheetRequest): Promise<unknown> {
    const { gateway, gatewayMerchantId } =
      sheetRequest.allowedPaymentMethods?.[0]?.tokenizationSpecification?.parameters ?? {};
    const answer = await fetch(`${home}/google-pay/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario: localStorage.getItem(KEY), gateway, gatewayMerchantId }),
    });
    if (!answer.ok) throw refusal('INTERNAL_ERROR', `no token: ${answer.status}`);
    return answer.json();
  }

  function openSheet(sheetRequest: SheetRequest): Promise<unknown> {
    const { merchantInfo, transactionInfo: info } = sheetRequest;
    const label = `${merchantInfo?.merchantName ?? ''} ${info?.totalPrice} ${info?.currencyCode}`.trim();
    const done = [label];
    sheets.push(done);
    isOpen = true;
    return new Promise((resolve, reject) => {
      const end = (how: string): void => {
        done.push(how);
        isOpen = false;
        sheet.remove();
      };
      const sheet = drawSheet(
        label,
        () => {
          end('agreed');
          cardFor(sheetRequest).then(resolve, reject);
        },
        () => {
          end('cancelled');
          reject(refusal('CANCELED', 'User closed the Payment Request UI.'));
        },
      );
    });
  }

  class PaymentsClient {
    readonly #environment: string;

    constructor({ environment = 'TEST' }: { readonly environment?: string } = {}) {
      this.#environment = environment;
    }

    async isReadyToPay(sheetRequest: SheetRequest): Promise<{ readonly result: boolean }> {
      const wrong = wrongIn(sheetRequest);
      if (wrong !== null) throw refusal('DEVELOPER_ERROR', wrong);
      return { result: localStorage.getItem(KEY) !== null };
    }

    createButton({ onClick, ...look }: ButtonOptions): HTMLElement {
      if (onClick === undefined) throw refusal('DEVELOPER_ERROR', 'onClick');
      const place = document.createElement('div');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'gpay-button';
      button.lang = look.buttonLocale ?? 'en';
      button.textContent = 'Google Pay';
      button.setAttribute('aria-label', 'Google Pay');
      const isBlack = look.buttonColor !== 'white';
      button.style.cssText = `min-width:140px;min-height:40px;border:0;font:500 18px sans-serif;${
        isBlack ? 'background:#000;color:#fff' : 'background:#fff;color:#000'
      };border-radius:${look.buttonRadius ?? 4}px;${
        look.buttonSizeMode === 'fill' ? 'width:100%;height:100%' : 'width:240px'
      }`;
      button.addEventListener('click', onClick);
      if (look.buttonSizeMode === 'fill') place.style.cssText = 'width:100%;height:100%';
      place.append(button);
      return place;
    }

    async loadPaymentData(sheetRequest: SheetRequest): Promise<unknown> {
      const wrong = wrongInPayment(sheetRequest, this.#environment);
      if (wrong !== null) throw refusal('DEVELOPER_ERROR', wrong);
      if (isOpen) throw refusal('DEVELOPER_ERROR', 'This method can only be called one at a time.');
      // Google Pay opens a window, which browsers allow only while a press is handled.
      if (!navigator.userActivation.isActive) throw refusal('INTERNAL_ERROR', 'popup blocked');
      return openSheet(sheetRequest);
    }
  }

  const page = globalThis as { google?: object };
  Object.assign(globalThis, {
    google: { ...page.google, payments: { api: { PaymentsClient } } },
    googleSheets: sheets,
  });
})();
