'use strict';
import type {
  PayermaxFrameSettings,
  PayermaxFromFrame,
  Localization,
  PaidMessage,
  PayermaxToFrame,
} from './messages.ts';

// Served as a classic script, like the provider's own: in the block, all names but one global stay local.
{
  const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const FIRST_HEIGHT_PX = 300;
  const NOT_MOUNTED: PaidMessage = { code: 'NOT_MOUNTED', message: 'component is not mounted' };

  interface CreateOptions {
    readonly clientKey: string;
    readonly sessionKey: string;
    readonly sandbox?: boolean;
    readonly language?: string;
    /** By language. */
    readonly customLocalization?: Readonly<Record<string, Localization>>;
    readonly hideSaveCard?: boolean;
  }

  type Listener = (news: Readonly<Record<string, unknown>>) => void;
  type EventName = 'ready' | 'load' | 'form-check';

  /** The state of one component on a page. */
  interface Life {
    readonly options: CreateOptions;
    readonly listeners: Map<string, Listener[]>;
    readonly waiting: Map<number, (answer: PaidMessage) => void>;
    readonly afterLoad: PayermaxToFrame[];
    frame: HTMLIFrameElement | null;
    isLoaded: boolean;
    lastId: number;
  }

  function settingsOf({ options }: Life): PayermaxFrameSettings {
    const language = options.language ?? 'en';
    return {
      clientKey: options.clientKey,
      sessionKey: options.sessionKey,
      language,
      localization: options.customLocalization?.[language] ?? {},
      hideSaveCard: options.hideSaveCard ?? false,
    };
  }

  function fire({ listeners }: Life, name: EventName, news: Readonly<Record<string, unknown>>): void {
    for (const listener of listeners.get(name) ?? []) listener(news);
  }

  /** Messages sent before the frame listens are delivered when it does. */
  function notify(life: Life, message: PayermaxToFrame): void {
    if (life.isLoaded) life.frame?.contentWindow?.postMessage(message, ORIGIN);
    else life.afterLoad.push(message);
  }

  function hear(life: Life, message: PayermaxFromFrame): void {
    switch (message.type) {
      case 'loaded':
        life.isLoaded = true;
        notify(life, { type: 'configure', settings: settingsOf(life) });
        for (const late of life.afterLoad.splice(0)) notify(life, late);
        break;
      case 'ready':
        fire(life, 'load', { code: message.code });
        fire(life, 'ready', { code: message.code });
        break;
      case 'height':
        if (life.frame) life.frame.style.height = `${message.px}px`;
        break;
      case 'form-check':
        fire(life, 'form-check', { isFormValid: message.isFormValid });
        break;
      case 'paid':
        life.waiting.get(message.id)?.(message.answer);
        life.waiting.delete(message.id);
        break;
    }
  }

  function mount(life: Life, target: string | Element): void {
    const element = typeof target === 'string' ? document.querySelector(target) : target;
    if (!element) throw new Error('PMdropin: there is no element to mount into');
    const frame = document.createElement('iframe');
    frame.src = `${ORIGIN}/payermax/dropin/card.html?parent=${encodeURIComponent(location.origin)}`;
    frame.title = life.options.customLocalization?.[life.options.language ?? 'en']?.cardnum ?? 'Card';
    frame.name = 'pmdropin-card';
    frame.style.cssText = `display:block;width:100%;height:${FIRST_HEIGHT_PX}px;border:0;background:transparent;color-scheme:normal`;
    life.frame?.remove();
    life.frame = frame;
    life.isLoaded = false;
    element.replaceChildren(frame);
  }

  function canMakePayment(life: Life): Promise<PaidMessage> {
    if (life.frame === null) return Promise.resolve(NOT_MOUNTED);
    life.lastId += 1;
    const id = life.lastId;
    return new Promise((resolve) => {
      life.waiting.set(id, resolve);
      notify(life, { type: 'pay', id });
    });
  }

  function emit(life: Life, action: string, value: unknown): Promise<PaidMessage> | undefined {
    if (action === 'canMakePayment') return canMakePayment(life);
    if (action === 'setDisabled') notify(life, { type: 'disable', isDisabled: value === true });
    if (action === 'switchLanguage') {
      const language = String(value);
      notify(life, {
        type: 'language',
        language,
        localization: life.options.customLocalization?.[language] ?? {},
      });
    }
    return undefined;
  }

  function create(name: string, options: CreateOptions) {
    if (name !== 'card') throw new Error(`PMdropin: the sandbox does not play ${name}`);
    const life: Life = {
      options,
      listeners: new Map(),
      waiting: new Map(),
      afterLoad: [],
      frame: null,
      isLoaded: false,
      lastId: 0,
    };
    addEventListener('message', (event: MessageEvent<PayermaxFromFrame>) => {
      const isOurs = event.origin === ORIGIN && event.source === life.frame?.contentWindow;
      if (isOurs && life.frame !== null) hear(life, event.data);
    });
    return {
      mount: (target: string | Element): void => mount(life, target),
      on: (name: EventName, listener: Listener): void =>
        void life.listeners.set(name, [...(life.listeners.get(name) ?? []), listener]),
      emit: (action: string, value?: unknown): Promise<PaidMessage> | undefined => emit(life, action, value),
    };
  }

  Object.assign(window, { PMdropin: { create } });
}
