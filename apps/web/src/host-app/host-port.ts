/** What the app puts into the page: on Android a JavascriptInterface, on iOS a script message handler. Both take one text. */
export interface HostPort {
  readonly postMessage: (text: string) => void;
}

declare global {
  var JawharaApp: HostPort | undefined;
  var webkit: { readonly messageHandlers?: { readonly JawharaApp?: HostPort } } | undefined;
}

/** Null in a plain browser, and in an app that has not put it there yet. */
export function hostPort(): HostPort | null {
  return globalThis.JawharaApp ?? globalThis.webkit?.messageHandlers?.JawharaApp ?? null;
}
