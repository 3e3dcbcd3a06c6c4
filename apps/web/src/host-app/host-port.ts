import * as v from 'valibot';

/** The app's object in the page: on Android a JavascriptInterface, on iOS a script message handler. Both accept one text. */
export interface HostPort {
  readonly postMessage: (text: string) => void;
}

declare global {
  var JawharaApp: HostPort | undefined;
  var webkit: { readonly messageHandlers?: { readonly JawharaApp?: HostPort } } | undefined;
}

/** Null in a plain browser, and in an app that has not added the port yet. */
export function hostPort(): HostPort | null {
  return globalThis.JawharaApp ?? globalThis.webkit?.messageHandlers?.JawharaApp ?? null;
}

/** A whole number; apps in untyped languages send some of theirs as text. */
export const wireWhole = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))]),
  v.safeInteger(),
);
