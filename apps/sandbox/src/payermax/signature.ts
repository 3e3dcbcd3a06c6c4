import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** Signatures for the header `sign`: RSA-SHA256 over the exact bytes of the body, in base64. */
export interface Signature {
  ofUs(body: string): string;
  isOfMerchant(body: Buffer, sign: string): boolean;
}

export function createSignature(merchantPublicKeyPem: string, platformPrivateKeyPem: string): Signature {
  const merchantKey = createPublicKey(merchantPublicKeyPem);
  const platformKey = createPrivateKey(platformPrivateKeyPem);
  return {
    ofUs: (body) => sign('RSA-SHA256', Buffer.from(body), platformKey).toString('base64'),
    isOfMerchant: (body, text) => verify('RSA-SHA256', body, merchantKey, Buffer.from(text, 'base64')),
  };
}
