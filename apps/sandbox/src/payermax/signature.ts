import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** RSA-SHA256 over the exact bytes, in base64, as the header `sign` carries it. */
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
