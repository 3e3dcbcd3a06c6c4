const SCRIPT_WAIT_MS = 30_000;

const scripts = new Map<string, Promise<void>>();

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => fail(), SCRIPT_WAIT_MS);
    const fail = (): void => {
      clearTimeout(timer);
      script.remove();
      scripts.delete(url); // the next try begins afresh
      reject(new Error('the card fields did not load'));
    };
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}

/** A provider's own script, once a page, however often the card step is opened. */
export function loadProviderScript(url: string): Promise<void> {
  const known = scripts.get(url) ?? addScript(url);
  scripts.set(url, known);
  return known;
}
