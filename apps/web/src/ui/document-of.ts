/**
 * Screens that need a document of their own with another content security policy. All others share one, in which payments
 * are allowed.
 */
export type DocumentKind = 'pay' | 'login' | 'plain';

const OTHERS = /^\/(?:(login)|share\.html|receipt|order|test)\/?(?:[?#]|$)/;

/** The kind of document for an address without its host. */
export function documentOf(address: string): DocumentKind {
  const other = OTHERS.exec(address);
  if (other === null) return 'pay';
  return other[1] === undefined ? 'plain' : 'login';
}
