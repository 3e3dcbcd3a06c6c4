import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** RSA-SHA256 over the exact bytes, in base64: the header `sign`, in both directions. */
export interface Signature {
  ofUs(body: string): string;
  isOfProvider(body: Buffer, signature: unknown): boolean;
}

const ALGORITHM = 'RSA-SHA256';

/** Throws for a key that is none: a wrong setting stops the start, not a payment. */
export function payermaxSignature(privateKeyPem: string, publicKeyPem: string): Signature {
  const ours = createPrivateKey(privateKeyPem);
  const theirs = createPublicKey(publicKeyPem);
  return {
    ofUs: (body) => sign(ALGORITHM, Buffer.from(body), ours).toString('base64'),
    // Two headers of that name are a list, and a list is no signature.
    isOfProvider: (body, signature) =>
      typeof signature === 'string' && verify(ALGORITHM, body, theirs, Buffer.from(signature, 'base64')),
  };
}
