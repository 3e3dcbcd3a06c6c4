/** Simulates Google Identity Services: `google.accounts.id.initialize` and `renderButton`. A classic script. */
(() => {
  interface Settings {
    readonly client_id: string;
    readonly nonce?: string;
    readonly callback: (response: { credential: string; select_by: string }) => void;
  }
  const home = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const BUTTON_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ar: { continue_with: 'المتابعة باستخدام Google' },
    en: { continue_with: 'Continue with Google' },
  };
  let settings: Settings | null = null;

  function renderButton(parent: HTMLElement, look: { text?: string; width?: number; locale?: string }): void {
    const frame = document.createElement('iframe');
    const text = BUTTON_TEXTS[look.locale ?? 'ar']?.[look.text ?? ''] ?? 'Google';
    const query = new URLSearchParams({ text, nonce: settings?.nonce ?? '' });
    frame.src = `${home}/social/google/gsi/button?${query.toString()}`;
    frame.title = text;
    frame.style.cssText = `border:0;display:block;height:44px;width:${look.width === undefined ? '100%' : `${look.width}px`}`;
    parent.replaceChildren(frame);
  }

  addEventListener('message', (event: MessageEvent<{ social?: string; answer?: { id_token: string } }>) => {
    if (event.origin !== home || event.data.social !== 'google-credential' || !event.data.answer) return;
    settings?.callback({ credential: event.data.answer.id_token, select_by: 'btn' });
  });

  (window as unknown as { google?: object }).google = {
    accounts: {
      id: {
        initialize(newSettings: Settings) {
          settings = newSettings;
        },
        renderButton,
      },
    },
  };
})();
