'use strict';
import type { CheckoutComFrameSettings, CheckoutComFromFrame, CheckoutComToFrame } from './messages.ts';
import type {
  Callbacks,
  CheckoutError,
  Component,
  ComponentName,
  ComponentOptions,
  LibraryOptions,
  TokenizeResult,
} from './web-components-types.ts';

// Served as a classic script, like the provider's own: in the block, all names but one global stay local.
{
  const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const ALL_SCHEMES = ['visa', 'mastercard'];
  const TITLES = {
    ar: { card: 'بيانات البطاقة', card_cvv: 'رمز CVV' },
    en: { card: 'Card details', card_cvv: 'Card security code' },
  } as const;
  const FIRST_HEIGHT_PX = 300;

  function checkoutError(
    type: CheckoutError['type'],
    code: string,
    requestErrorCodes: readonly string[] = [],
  ): CheckoutError {
    return Object.assign(new Error(`${type}: ${code}`), {
      name: 'CheckoutError' as const,
      type,
      code,
      details: { requestErrorCodes },
    });
  }

  const px = (size: string | number): string => (typeof size === 'number' ? `${size}px` : size);

  /** The provider's design tokens as the frame's CSS variables. */
  function lookOf({ appearance = {} }: LibraryOptions): Record<string, string> {
    const look: Record<string, string> = {};
    for (const [name, value] of Object.entries(appearance)) {
      if (typeof value === 'string') look[name] = value;
    }
    if (appearance.borderRadius) look['borderRadius'] = px(appearance.borderRadius[0]);
    for (const name of ['input', 'label', 'footnote'] as const) {
      const font = appearance[name];
      if (font?.fontFamily) look[`${name}-family`] = font.fontFamily;
      if (font?.fontSize) look[`${name}-size`] = px(font.fontSize);
      if (font?.fontWeight) look[`${name}-weight`] = String(font.fontWeight);
    }
    return look;
  }

  function settingsOf(
    name: ComponentName,
    library: LibraryOptions,
    own: ComponentOptions,
  ): CheckoutComFrameSettings {
    return {
      component: name,
      publicKey: library.publicKey,
      locale: library.locale ?? 'en',
      cardholderName: own.displayCardholderName ?? 'bottom',
      acceptedSchemes: own.acceptedCardSchemes ?? ALL_SCHEMES,
      cvvLength: own.cardCvvLength ?? null,
      look: lookOf(library),
    };
  }

  function frameFor({ component: name, locale }: CheckoutComFrameSettings): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.src = `${ORIGIN}/checkout-web-components/${name}.html?parent=${encodeURIComponent(location.origin)}`;
    frame.title = TITLES[locale.startsWith('en') ? 'en' : 'ar'][name];
    frame.name = `checkout-${name}`;
    frame.allow = 'payment';
    frame.style.cssText = `display:block;width:100%;height:${FIRST_HEIGHT_PX}px;border:0;background:transparent;color-scheme:normal`;
    return frame;
  }

  /** The connection to one frame. Both sides check who sent a message. */
  function connect(
    frame: HTMLIFrameElement,
    hear: (message: CheckoutComFromFrame) => void,
  ): { notify(message: CheckoutComToFrame): void; cut(): void } {
    const listener = (event: MessageEvent<CheckoutComFromFrame>): void => {
      if (event.origin === ORIGIN && event.source === frame.contentWindow) hear(event.data);
    };
    addEventListener('message', listener);
    return {
      notify: (message) => frame.contentWindow?.postMessage(message, ORIGIN),
      cut: () => removeEventListener('message', listener),
    };
  }

  /** The state of one component on a page. */
  interface Life {
    readonly name: ComponentName;
    readonly settings: CheckoutComFrameSettings;
    readonly callbacks: Callbacks;
    readonly waiting: Map<number, (result: TokenizeResult | undefined) => void>;
    mounted: { readonly frame: HTMLIFrameElement; readonly line: ReturnType<typeof connect> } | null;
    isChecked: boolean;
    isValid: boolean;
    lastId: number;
  }

  function settle(life: Life, id: number, result: TokenizeResult | undefined): void {
    life.waiting.get(id)?.(result);
    life.waiting.delete(id);
  }

  async function judgeBin(life: Life, component: Component, bin: string, scheme: string): Promise<void> {
    const judgement = await life.callbacks.onCardBinChanged?.(component, { bin, scheme });
    const refusal = judgement?.continue === false ? (judgement.errorMessage ?? '') : null;
    life.mounted?.line.notify({ type: 'judge-bin', refusal });
  }

  async function tokenized(
    life: Life,
    component: Component,
    id: number,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const result: TokenizeResult = { type: life.name, data };
    const judgement = await life.callbacks.onTokenized?.(component, result);
    settle(life, id, judgement?.continue === false ? undefined : result);
  }

  function failed(
    life: Life,
    component: Component,
    { id, why, codes }: CheckoutComFromFrame & { type: 'failed' },
  ): void {
    const error =
      why === 'invalid'
        ? checkoutError('Submit', 'component_invalid')
        : checkoutError('Request', 'tokenize_failed', codes);
    life.callbacks.onError?.(component, error);
    settle(life, id, undefined);
  }

  function hear(life: Life, component: Component, message: CheckoutComFromFrame): void {
    switch (message.type) {
      case 'loaded':
        life.mounted?.line.notify({ type: 'configure', settings: life.settings });
        break;
      case 'ready':
        life.callbacks.onReady?.(component);
        break;
      case 'height':
        if (life.mounted) life.mounted.frame.style.height = `${message.px}px`;
        break;
      case 'change':
        life.isValid = message.isValid;
        life.callbacks.onChange?.(component);
        break;
      case 'bin':
        void judgeBin(life, component, message.bin, message.scheme);
        break;
      case 'tokenized':
        void tokenized(life, component, message.id, message.data);
        break;
      case 'failed':
        failed(life, component, message);
        break;
    }
  }

  function mount(life: Life, component: Component, target: string | Element): void {
    if (!life.isChecked) throw checkoutError('Integration', 'component_is_available_not_checked');
    if (life.mounted) throw checkoutError('Integration', 'component_already_mounted');
    const element = typeof target === 'string' ? document.querySelector(target) : target;
    if (!element) throw checkoutError('Integration', 'element_not_found');
    const frame = frameFor(life.settings);
    life.mounted = { frame, line: connect(frame, (message) => hear(life, component, message)) };
    element.replaceChildren(frame);
  }

  function unmount(life: Life): void {
    life.mounted?.line.cut();
    life.mounted?.frame.remove();
    life.mounted = null;
    life.isValid = false;
    for (const id of life.waiting.keys()) settle(life, id, undefined);
  }

  /** Resolves with undefined if a field is wrong or the token was refused: the error callback gets the reason. */
  function tokenize(life: Life): Promise<TokenizeResult | undefined> {
    const line = life.mounted?.line;
    if (!line) return Promise.reject(checkoutError('Integration', 'component_not_mounted'));
    life.lastId += 1;
    const id = life.lastId;
    return new Promise((resolve) => {
      life.waiting.set(id, resolve);
      line.notify({ type: 'tokenize', id });
    });
  }

  function createComponent(name: ComponentName, library: LibraryOptions, own: ComponentOptions): Component {
    const life: Life = {
      name,
      settings: settingsOf(name, library, own),
      callbacks: { ...library, ...own },
      waiting: new Map(),
      mounted: null,
      isChecked: false,
      isValid: false,
      lastId: 0,
    };
    const component: Component = {
      type: name,
      selectedType: name,
      selectedPaymentMethodId: undefined,
      name: name === 'card' ? 'Card' : 'Card CVV',
      isAvailable: async () => (life.isChecked = true),
      isValid: () => life.isValid,
      isPayButtonRequired: () => true,
      unselect: () => undefined,
      tokenize: () => tokenize(life),
      mount(target) {
        mount(life, component, target);
        return component;
      },
      unmount() {
        unmount(life);
        return component;
      },
      submit() {
        life.callbacks.onSubmit?.(component);
        void tokenize(life);
      },
    };
    return component;
  }

  const library = async (options: LibraryOptions) => {
    if (!options.publicKey) throw checkoutError('Integration', 'public_key_required');
    return {
      create(name: string, own: ComponentOptions = {}): Component {
        if (name !== 'card' && name !== 'card_cvv')
          throw checkoutError('Integration', 'component_not_supported');
        return createComponent(name, options, { ...options.componentOptions?.[name], ...own });
      },
      update: async (): Promise<void> => undefined,
    };
  };

  Object.assign(window, { CheckoutWebComponents: library });
}
