import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  armHandOver,
  askBrowserHandOver,
  askHandOver,
  handOverText,
  takeHandOver,
  type HandOver,
} from '@jawhara/contract';
import type { Called, Visitor } from '../../test/visitor.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The host a browser calls and the user agent it sends. */
export interface At {
  readonly host: string;
  readonly userAgent?: string;
}

export function headersAt({ host, userAgent = 'Phone/1' }: At): Record<string, string> {
  return { 'x-forwarded-host': host, 'user-agent': userAgent };
}

/** A browser that moves to another host, with a key pair of its own as the page creates it. */
export class MovingBrowser {
  readonly visitor: Visitor;
  readonly #key: KeyObject;
  readonly publicKey: string;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const halves = [x, y].map((half) => Buffer.from(half, 'base64url'));
    this.publicKey = Buffer.concat([Buffer.from([4]), ...halves]).toString('base64url');
  }

  async arm(at: At): Promise<string> {
    const armed = await this.visitor.call(armHandOver, { publicKey: this.publicKey }, headersAt(at));
    return armed.value?.sealed ?? '';
  }

  /** Fetches a challenge from the target host, and returns a transfer code that is signed for that host. */
  async code(sealed: string, to: At, from: string, carried = digest('{}')): Promise<HandOver> {
    const challengeAnswer = await this.visitor.call(askHandOver, {}, headersAt(to));
    const challenge = challengeAnswer.value?.challenge ?? '';
    return this.sign({ sealed, challenge, carried, signature: '', from, consent: false }, to);
  }

  /**
   * Returns a transfer code for the phone's system browser, in which a link opens without a referrer of ours. The code
   * is signed as one that needs consent, and the visitor has not consented yet.
   */
  async browserCode(sealed: string, to: At): Promise<HandOver> {
    const challengeAnswer = await this.visitor.call(askBrowserHandOver, {}, headersAt(to));
    const challenge = challengeAnswer.value?.challenge ?? '';
    const code = { sealed, challenge, carried: digest('{}'), signature: '', from: '', consent: true };
    return { ...this.sign(code, to), consent: false };
  }

  sign(code: HandOver, { host }: At): HandOver {
    const key = { key: this.#key, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from(handOverText(host, code)), key).toString('base64url');
    return { ...code, signature };
  }
}

/** The same code after the visitor has consented. */
export function agreedTo(code: HandOver): HandOver {
  return { ...code, from: '', consent: true };
}

export function present(by: Visitor, code: HandOver, at: At): Promise<Called<object>> {
  return by.call(takeHandOver, code, headersAt(at));
}
