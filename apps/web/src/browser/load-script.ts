/** The sign-in button of a script that takes longer is not shown. */
export const SCRIPT_WAIT_MS = 8_000;

/** Loads a third party's script once. False when it is blocked, broken or too slow. */
export function loadScript(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const end = (isLoaded: boolean): void => {
      clearTimeout(timer);
      if (!isLoaded) script.remove();
      resolve(isLoaded);
    };
    const timer = setTimeout(() => end(false), SCRIPT_WAIT_MS);
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => end(true));
    script.addEventListener('error', () => end(false));
    document.head.append(script);
  });
}
