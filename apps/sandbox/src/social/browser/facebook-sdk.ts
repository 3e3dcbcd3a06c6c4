/** Simulates Facebook's SDK as far as a login needs it: `FB.init`, `FB.login`, the call of `fbAsyncInit`. A classic script. */
(() => {
  type Login = (response: object) => void;
  const page = window as unknown as { FB?: object; fbAsyncInit?: () => void };
  const home = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const CLOSED_LOOK_MS = 200;
  /** The window's result may arrive shortly after the window has closed. */
  const LAST_WORD_WITHIN_MS = 2_000;
  let appId: string | null = null;

  function login(done: Login): void {
    if (appId === null) throw new Error('FB.login() called before FB.init().');
    const popup = window.open(
      `${home}/social/facebook/choose?origin=${encodeURIComponent(location.origin)}`,
      'facebook',
      'width=480,height=560',
    );
    let isDone = false;
    const finish = (authResponse: object | null): void => {
      if (isDone) return;
      isDone = true;
      clearInterval(watch);
      removeEventListener('message', hear);
      done(
        authResponse === null
          ? { authResponse: null, status: 'unknown' }
          : { authResponse, status: 'connected' },
      );
    };
    const hear = (event: MessageEvent<{ social?: string; answer?: object | null }>): void => {
      if (event.origin === home && event.data.social === 'facebook') finish(event.data.answer ?? null);
    };
    addEventListener('message', hear);
    const watch = setInterval(() => {
      if (popup !== null && !popup.closed) return;
      clearInterval(watch);
      setTimeout(() => finish(null), popup === null ? 0 : LAST_WORD_WITHIN_MS);
    }, CLOSED_LOOK_MS);
  }

  page.FB = {
    init(options: { appId: string }) {
      ({ appId } = options);
    },
    login,
  };
  page.fbAsyncInit?.();
})();
