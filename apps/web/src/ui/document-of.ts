/** Screens that are a document of their own, each with a policy of its own. All others share one, in which a payer may pay. */
export type DocumentKind = 'pay' | 'login' | 'plain';

const OTHERS = /^\/(?:(login)|share\.html|receipt|test)\/?(?:[?#]|$)/;

/** By an address without its host. */
export function documentOf(address: string): DocumentKind {
  const other = OTHERS.exec(address);
  if (other === null) return 'pay';
  return other[1] === undefined ? 'plain' : 'login';
}
