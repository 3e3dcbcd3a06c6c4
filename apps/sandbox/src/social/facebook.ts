import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordIn, textIn } from '../world/reading.ts';
import { chooserRoutes } from './chooser.ts';
import { SOCIAL_APPS } from './social-apps.ts';

/** Kinds of tokens: valid, issued for another app, expired, of another person, or revoked by its owner. */
export const FACEBOOK_TOKEN_KINDS = ['good', 'wrong-app', 'expired', 'other-user', 'revoked'] as const;
type TokenKind = (typeof FACEBOOK_TOKEN_KINDS)[number];

interface IssuedToken {
  readonly kind: TokenKind;
  readonly userId: string;
  readonly expiresAtS: number;
}

const TOKEN_LIVES_S = 3_600;
const OTHER_APP_ID = '1700000000000002';
const OTHER_USER_ID = '10150000000009999';

function isTokenKind(value: unknown): value is TokenKind {
  return FACEBOOK_TOKEN_KINDS.some((kind) => kind === value);
}

function stateOf(token: IssuedToken, nowS: number): object {
  return {
    app_id: token.kind === 'wrong-app' ? OTHER_APP_ID : SOCIAL_APPS.facebookAppId,
    type: 'USER',
    application: 'Jawhara',
    expires_at: token.expiresAtS,
    is_valid: token.kind !== 'revoked' && token.expiresAtS > nowS,
    scopes: ['public_profile'],
    user_id: token.kind === 'other-user' ? OTHER_USER_ID : token.userId,
  };
}

function oauthError(message: string): object {
  return { error: { message, type: 'OAuthException', code: 190 } };
}

/** Facebook's access tokens: the call that checks a token, and a control that issues one without a browser. */
export function facebookRoutes(app: FastifyInstance, now: () => number): { clear(): void } {
  const tokens = new Map<string, IssuedToken>();
  const nowS = () => Math.floor(now() / 1000);

  app.get('/social/facebook/debug_token', async (request, reply) => {
    const query = recordIn(request.query);
    const appKey = `${SOCIAL_APPS.facebookAppId}|${SOCIAL_APPS.facebookAppSecret}`;
    if (textIn(query, 'access_token') !== appKey)
      return reply.code(400).send(oauthError('Invalid OAuth access token signature.'));
    const token = tokens.get(textIn(query, 'input_token') ?? '');
    if (token) return { data: stateOf(token, nowS()) };
    return {
      data: {
        error: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
        is_valid: false,
        scopes: [],
      },
    };
  });

  const issue = (kind: TokenKind, userId: string): string => {
    const accessToken = `EAAJ${randomBytes(40).toString('base64url')}`;
    const expiresAtS = nowS() + (kind === 'expired' ? -1 : TOKEN_LIVES_S);
    tokens.set(accessToken, { kind, userId, expiresAtS });
    return accessToken;
  };

  chooserRoutes(app, 'facebook', (userID) => ({
    accessToken: issue('good', userID),
    userID,
    expiresIn: TOKEN_LIVES_S,
    graphDomain: 'facebook',
  }));

  app.post('/_control/social/facebook', async (request, reply) => {
    const { kind = 'good', ...body } = recordIn(request.body);
    const userId = textIn(body, 'user_id');
    if (!isTokenKind(kind) || userId === null)
      return reply.code(400).send({ wrong: ['kind', 'user_id'], kinds: FACEBOOK_TOKEN_KINDS });
    return reply.code(201).send({ user_id: userId, access_token: issue(kind, userId) });
  });

  return { clear: () => tokens.clear() };
}
