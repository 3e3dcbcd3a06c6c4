'use strict';
import type { FrameSettings, FromFrame, ToFrame } from './messages.ts';
import type { Callbacks, CheckoutError, Component, ComponentName, ComponentOptions, LibraryOptions, TokenizeResult } from './web-components-types.ts';

// Served as a classic script, like the provider's own: the braces keep all but the one global to ourselves.
{
  const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const ALL_SCHEMES = ['visa', 'mastercard'];
  const FIRST_HEIGHT_PX = 300;

  function checkoutError(type: CheckoutError['type'], code: string, requestErrorCodes: readonly string[] = []): CheckoutError {
    return Object.assign(new Error(`${type}: ${code}`), { name: 'CheckoutError' as const, type, code, details: { requestErrorCodes } });
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

  function settingsOf(name: ComponentName, library: LibraryOptions, own: ComponentOptions): FrameSettings {
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

  function frameFor(name: ComponentName): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.src = `${ORIGIN}/checkout-web-components/${name}.html?parent=${encodeURIComponent(location.origin)}`;
    frame.title = name === 'card' ? 'Card details' : 'Card security code';
    frame.name = `checkout-${name}`;
    frame.allow = 'payment';
    frame.style.cssText = `display:block;width:100%;height:${FIRST_HEIGHT_PX}px;border:0;background:transparent;color-scheme:normal`;
    return frame;
  }

  /** The line to one frame: who speaks is checked both ways. */
  function connect(frame: HTMLIFrameElement, hear: (message: FromFrame) => void): { tell(message: ToFrame): void; cut(): void } {
    const listener = (event: MessageEvent<FromFrame>): void => {
      if (event.origin === ORIGIN && event.source === frame.contentWindow) hear(event.data);
    };
    addEventListener('message', listener);
    return {
      tell: (message) => frame.contentWindow?.postMessage(message, ORIGIN),
      cut: () => removeEventListener('message', listener),
    };
  }

  function createComponent(name: ComponentName, library: LibraryOptions, own: ComponentOptions): Component {
    const callbacks: Callbacks = { ...library, ...own };
    const waiting = new Map<number, (result: TokenizeResult | undefined) => void>();
    let mounted: { frame: HTMLIFrameElement; line: ReturnType<typeof connect> } | null = null;
    let isChecked = false;
    let isValid = false;
    let lastId = 0;

    function settle(id: number, result: TokenizeResult | undefined): void {
      waiting.get(id)?.(result);
      waiting.delete(id);
    }

    async function judgeBin(bin: string, scheme: string): Promise<void> {
      const judgement = await callbacks.onCardBinChanged?.(component, { bin, scheme });
      mounted?.line.tell({ type: 'judge-bin', refusal: judgement?.continue === false ? (judgement.errorMessage ?? '') : null });
    }

    async function tokenized(id: number, data: Readonly<Record<string, unknown>>): Promise<void> {
      const result: TokenizeResult = { type: name, data };
      const judgement = await callbacks.onTokenized?.(component, result);
      settle(id, judgement?.continue === false ? undefined : result);
    }

    function hear(message: FromFrame): void {
      if (message.type === 'loaded') mounted?.line.tell({ type: 'configure', settings: settingsOf(name, library, own) });
      else if (message.type === 'ready') callbacks.onReady?.(component);
      else if (message.type === 'height' && mounted) mounted.frame.style.height = `${message.px}px`;
      else if (message.type === 'bin') void judgeBin(message.bin, message.scheme);
      else if (message.type === 'tokenized') void tokenized(message.id, message.data);
      else if (message.type === 'change') {
        isValid = message.isValid;
        callbacks.onChange?.(component);
      } else if (message.type === 'failed') {
        const isInvalid = message.why === 'invalid';
        const error = isInvalid ? checkoutError('Submit', 'component_invalid') : checkoutError('Request', 'tokenize_failed', message.codes);
        callbacks.onError?.(component, error);
        settle(message.id, undefined);
      }
    }

    const component: Component = {
      type: name,
      selectedType: name,
      selectedPaymentMethodId: undefined,
      name: name === 'card' ? 'Card' : 'Card CVV',
      isAvailable: async () => (isChecked = true),
      isValid: () => isValid,
      isPayButtonRequired: () => true,
      unselect: () => undefined,
      mount(target) {
        if (!isChecked) throw checkoutError('Integration', 'component_is_available_not_checked');
        if (mounted) throw checkoutError('Integration', 'component_already_mounted');
        const element = typeof target === 'string' ? document.querySelector(target) : target;
        if (!element) throw checkoutError('Integration', 'element_not_found');
        const frame = frameFor(name);
        mounted = { frame, line: connect(frame, hear) };
        element.replaceChildren(frame);
        return component;
      },
      unmount() {
        mounted?.line.cut();
        mounted?.frame.remove();
        mounted = null;
        isValid = false;
        for (const id of [...waiting.keys()]) settle(id, undefined);
        return component;
      },
      tokenize() {
        const line = mounted?.line;
        if (!line) return Promise.reject(checkoutError('Integration', 'component_not_mounted'));
        lastId += 1;
        const id = lastId;
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          line.tell({ type: 'tokenize', id });
        });
      },
      submit() {
        callbacks.onSubmit?.(component);
        void component.tokenize();
      },
    };
    return component;
  }

  const library = async (options: LibraryOptions) => {
    if (!options.publicKey) throw checkoutError('Integration', 'public_key_required');
    return {
      create(name: string, own: ComponentOptions = {}): Component {
        if (name !== 'card' && name !== 'card_cvv') throw checkoutError('Integration', 'component_not_supported');
        return createComponent(name, options, { ...options.componentOptions?.[name], ...own });
      },
      update: async (): Promise<void> => undefined,
    };
  };

  Object.assign(window, { CheckoutWebComponents: library });
}
