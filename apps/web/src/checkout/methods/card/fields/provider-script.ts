const SCRIPT_WAIT_MS = 30_000;

const scriptOf = (url: string): HTMLScriptElement | undefined =>
  Array.from(document.scripts).find(({ src }) => src === url);

function addScript(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.addEventListener('load', () => script.toggleAttribute('data-loaded', true));
  document.head.append(script);
  return script;
}

/**
 * Loads a provider's script once per page, however often the card step is opened. A script that failed is removed and
 * loaded again.
 */
export function loadProviderScript(url: string): Promise<void> {
  const known = scriptOf(url);
  if (known?.hasAttribute('data-loaded') === true) return Promise.resolve();
  const script = known ?? addScript(url);
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('the card fields did not load'));
    };
    const timer = setTimeout(fail, SCRIPT_WAIT_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
