import { BROWSERS, LOGIN_KINDS, OPERATING_SYSTEMS, type DeviceName, type LoginKind } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireTime } from '../wire-types.ts';

/** An open session, with the facts by which its owner recognises it. */
export interface SessionEntry {
  readonly sessionId: string;
  readonly deviceName: DeviceName;
  readonly loginKind: LoginKind;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  /** The caller's own session. */
  readonly isCurrent: boolean;
}

const wireSessionId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

const sessionEntry = v.pipe(
  v.object({
    session_id: wireSessionId,
    browser: v.nullable(v.picklist(BROWSERS)),
    system: v.nullable(v.picklist(OPERATING_SYSTEMS)),
    login_kind: v.picklist(LOGIN_KINDS),
    signed_in_at: wireTime,
    last_used_at: wireTime,
    is_current: v.boolean(),
  }),
  v.transform((wire): SessionEntry => ({
    sessionId: wire.session_id,
    deviceName: { browser: wire.browser, system: wire.system },
    loginKind: wire.login_kind,
    signedInAt: wire.signed_in_at,
    lastUsedAt: wire.last_used_at,
    isCurrent: wire.is_current,
  })),
);

/** Not part of the specification: the account's sessions, the caller's first, then by last use. */
export const listSessions = endpoint({
  name: 'listSessions',
  methods: ['POST'],
  changes: false,
  path: '/api/user/sessions/',
  refusals: ['not-signed-in'],
  request: codec(v.object({}), () => ({})),
  answer: codec(
    v.pipe(
      v.object({ sessions: v.array(sessionEntry) }),
      v.transform(({ sessions }): readonly SessionEntry[] => sessions),
    ),
    (sessions: readonly SessionEntry[]) => ({
      sessions: sessions.map((one) => ({
        session_id: one.sessionId,
        browser: one.deviceName.browser,
        system: one.deviceName.system,
        login_kind: one.loginKind,
        signed_in_at: one.signedInAt.toISOString(),
        last_used_at: one.lastUsedAt.toISOString(),
        is_current: one.isCurrent,
      })),
    }),
  ),
});

/**
 * Not part of the specification: ends one session of the account. Repeating it is harmless. Ending the caller's own session
 * logs out.
 */
export const endSession = endpoint({
  name: 'endSession',
  methods: ['POST'],
  changes: true,
  path: '/api/user/end_session/',
  refusals: ['not-signed-in'],
  request: codec(
    v.pipe(
      v.object({ session_id: wireSessionId }),
      v.transform((wire) => ({ sessionId: wire.session_id })),
    ),
    (request: { readonly sessionId: string }) => ({ session_id: request.sessionId }),
  ),
  answer: codec(v.object({}), () => ({})),
});
