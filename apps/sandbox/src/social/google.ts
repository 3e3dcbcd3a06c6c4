import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import { chooserRoutes } from './chooser.ts';
import { SOCIAL_APPS } from './social-apps.ts';

/**
 * Kinds of id tokens: valid, or wrong in one way. `forged`: signed with a foreign key under the real key's id. `unsigned`:
 * without a signature, with the algorithm `none`.
 */
export const GOOGLE_TOKEN_KINDS = [
  'good',
  'wrong-audience',
  'wrong-issuer',
  'expired',
  'forged',
  'unsigned',
] as const;
type TokenKind = (typeof GOOGLE_TOKEN_KINDS)[number];

interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const ISSUER = 'https://accounts.google.com';
const TOKEN_LIVES_S = 3_600;

function isTokenKind(value: unknown): value is TokenKind {
  return GOOGLE_TOKEN_KINDS.some((kind) => kind === value);
}

function newKey(): SigningKey {
  return { id: randomBytes(10).toString('hex'), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

function encoded(part: Json): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

interface Person {
  readonly subject: string;
  /** The nonce that the page has set; Google copies it into the token. */
  readonly nonce: string | null;
}

function idToken(kind: TokenKind, { subject, nonce }: Person, nowS: number, key: SigningKey): string {
  const issuedAt = kind === 'expired' ? nowS - 2 * TOKEN_LIVES_S : nowS;
  const claims = {
    iss: kind === 'wrong-issuer' ? 'https://accounts.example.com' : ISSUER,
    aud: kind === 'wrong-audience' ? 'another.apps.googleusercontent.example' : SOCIAL_APPS.googleClientId,
    azp: SOCIAL_APPS.googleClientId,
    sub: subject,
    iat: issuedAt,
    exp: issuedAt + TOKEN_LIVES_S,
    jti: randomBytes(20).toString('hex'),
    ...(nonce === null ? {} : { nonce }),
  };
  const header = kind === 'unsigned' ? { alg: 'none' } : { alg: 'RS256', kid: key.id, typ: 'JWT' };
  const body = `${encoded(header)}.${encoded(claims)}`;
  if (kind === 'unsigned') return `${body}.`;
  const { privateKey } = kind === 'forged' ? newKey() : key;
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64url')}`;
}

/** Google's id tokens: the public keys, and a control that issues a token without a browser. */
export function googleRoutes(app: FastifyInstance, now: () => number): void {
  let key: SigningKey | undefined;
  // Made when first needed: most runs need none.
  const signingKey = () => (key ??= newKey());

  const issue = (kind: TokenKind, person: Person): string =>
    idToken(kind, person, Math.floor(now() / 1000), signingKey());

  chooserRoutes(app, 'google', (subject, nonce) => ({ id_token: issue('good', { subject, nonce }) }));

  app.get('/social/google/certs', async (_request, reply) => {
    const { id, publicKey } = signingKey();
    const { n, e } = publicKey.export({ format: 'jwk' });
    return reply
      .header('cache-control', 'public, max-age=3600')
      .send({ keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: id, n, e }] });
  });

  app.post('/_control/social/google', async (request, reply) => {
    const { kind = 'good', ...body } = recordIn(request.body);
    const subject = textIn(body, 'sub');
    if (!isTokenKind(kind) || subject === null)
      return reply.code(400).send({ wrong: ['kind', 'sub'], kinds: GOOGLE_TOKEN_KINDS });
    return reply.code(201).send({ id_token: issue(kind, { subject, nonce: textIn(body, 'nonce') }) });
  });
}
