import { endSession, listSessions, type SessionEntry } from '@jawhara/contract';
import type { Browser, DeviceName, LoginKind, OperatingSystem } from '@jawhara/domain';
import { useId, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useQuery } from '../../api/query-cache.ts';
import { endLogin } from '../../account/login/end-login.ts';
import { usePageScope } from '../../page-scope.ts';
import { leaveGuarded } from '../../ui/back-guard.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { formatDate, formatDateTime } from '../../ui/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

const SYSTEM_NAMES = {
  android: 'Android',
  ios: 'iPhone',
  ipados: 'iPad',
  windows: 'Windows',
  macos: 'Mac',
  chromeos: 'Chromebook',
  linux: 'Linux',
} as const satisfies Record<OperatingSystem, string>;

/** Product names are the same in every language. */
const BROWSER_NAMES = {
  chrome: () => isolatedLtr('Chrome'),
  safari: () => isolatedLtr('Safari'),
  firefox: () => isolatedLtr('Firefox'),
  edge: () => isolatedLtr('Edge'),
  opera: () => isolatedLtr('Opera'),
  'samsung-internet': () => isolatedLtr('Samsung Internet'),
  'huawei-browser': () => isolatedLtr('Huawei Browser'),
  'in-app': () => word('data.sessionInApp'),
} as const satisfies Record<Browser, () => string>;

const LOGIN_KIND_WORDS = {
  password: () => word('data.sessionByPassword'),
  facebook: () => word('data.sessionByFacebook'),
  google: () => word('data.sessionByGoogle'),
  ticket: () => word('data.sessionByApp'),
  app: () => word('data.sessionByApp'),
} as const satisfies Record<LoginKind, () => string>;

function nameOf({ browser, system }: DeviceName): string {
  if (browser !== null && system !== null)
    return word('data.sessionOn', {
      browser: BROWSER_NAMES[browser](),
      system: isolatedLtr(SYSTEM_NAMES[system]),
    });
  if (browser !== null) return BROWSER_NAMES[browser]();
  return system === null ? word('data.sessionUnknown') : isolatedLtr(SYSTEM_NAMES[system]);
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: SessionEntry;
  isEnding: boolean;
  onEnd: () => void;
}) {
  const name = nameOf(session.deviceName);
  return (
    <li className="kept-row">
      <div className="row apart wraps">
        <span className="strong">{name}</span>
        {session.isCurrent && <span className="state-chip ok">{word('data.sessionThis')}</span>}
      </div>
      <p className="small muted">{LOGIN_KIND_WORDS[session.loginKind]()}</p>
      <p className="small muted">
        {word('data.sessionSince', { date: isolatedLtr(formatDate(session.signedInAt)) })}
      </p>
      <p className="small muted">
        {word('data.sessionLast', { date: isolatedLtr(formatDateTime(session.lastUsedAt)) })}
      </p>
      <Button variant="outline" compact icon="log-out" busy={isEnding} onPress={onEnd}>
        {word('data.sessionOut')} <span className="visually-hidden">{name}</span>
      </Button>
    </li>
  );
}

/** The sessions of the account, each with its own log-out. Ending the session of this device logs out here. */
export function SessionList({ accountId }: { accountId: number }) {
  const page = usePageScope();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const { value, problem, retry } = useQuery(`sessions ${accountId}`, () => call(listSessions, {}), 0);

  async function end(session: SessionEntry): Promise<void> {
    if (ending !== null) return;
    setEnding(session.sessionId);
    if (session.isCurrent) {
      await endLogin('here');
      return leaveGuarded(page, () => location.reload());
    }
    const answer = await call(endSession, { sessionId: session.sessionId });
    setEnding(null);
    if (answer.kind !== 'ok') return showToast(word('data.sessionNotEnded'), 'triangle-alert');
    showToast(word('data.sessionEnded', { device: nameOf(session.deviceName) }));
    // The pressed button disappears with its row, so the title gets the focus.
    title.current?.focus();
    retry();
  }

  return (
    <section className="card" aria-labelledby={titleId} data-testid="sessions">
      <h3 className="h2" id={titleId} ref={title} tabIndex={-1}>
        {word('data.sessions')}
      </h3>
      {value === null && problem === null && (
        <p className="row muted" role="status">
          <Spinner /> {word('data.sessionsLoading')}
        </p>
      )}
      {value === null && problem !== null && (
        <ErrorState title={word('data.sessionsFailed')} onRetry={retry} />
      )}
      {value !== null && (
        <>
          <p className="small muted">
            {value.length > 1 ? word('data.sessionsLead') : word('data.sessionsOnly')}
          </p>
          <ul aria-labelledby={titleId}>
            {value.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                isEnding={ending === session.sessionId}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
