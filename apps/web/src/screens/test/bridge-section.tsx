import { accountId } from '@jawhara/domain';
import { useState } from 'react';
import { hostApp, storedSimulatedApp } from '../../host-app/current-host-app.ts';
import { hostPort } from '../../host-app/host-port.ts';
import type { SimulatedAppPlan } from '../../host-app/simulate-host-app.ts';
import { storedDebugFlag } from '../../browser/debug-flag.ts';
import { usePageScope } from '../../page-scope.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { word } from '../../words/word.ts';
import { Chips, TestSection, RawLines, masked } from './test-section.tsx';

const ANDROID: SimulatedAppPlan = { platform: 'android', versionCode: 30_507 };

/** Host apps that the page can simulate: good, old, late, failing in each way, and none at all. */
const PLANS = {
  android: ANDROID,
  'android 30506': { ...ANDROID, versionCode: 30_506 },
  ios: { platform: 'ios', versionCode: 30_507 },
  late: { ...ANDROID, appearsAfterMs: 500 },
  'too late': { ...ANDROID, appearsAfterMs: 5_000 },
  slow: { ...ANDROID, everyCall: { afterMs: 2_000 } },
  twice: { ...ANDROID, everyCall: { times: 2 } },
  silent: { ...ANDROID, everyCall: { times: 0 } },
  failing: { ...ANDROID, everyCall: { error: 3 } },
  'failing api': { ...ANDROID, calls: { api: { error: 7 } } },
  'untrusted api': { ...ANDROID, calls: { api: { error: 6 } } },
  absent: { ...ANDROID, appearsAfterMs: null },
} as const satisfies Record<string, SimulatedAppPlan>;

type PlanName = keyof typeof PLANS;
const NAMES = Object.keys(PLANS) as PlanName[];

function nameOf(plan: SimulatedAppPlan): PlanName | null {
  const text = JSON.stringify(plan);
  return NAMES.find((name) => JSON.stringify(PLANS[name]) === text) ?? null;
}

/** Stores the chosen app and reloads the page inside it. */
function simulate(name: PlanName): void {
  storedSimulatedApp.write(PLANS[name]);
  storedDebugFlag.write(true);
  location.reload();
}
function stop(): void {
  storedSimulatedApp.forget();
  location.reload();
}

export function BridgeSection() {
  const page = usePageScope();
  const plan = storedSimulatedApp.read();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [answer, setAnswer] = useState<unknown>(null);
  // Read in each render: every press here renders again.
  const received = globalThis.simulatedApp?.received ?? [];
  const back = (): void => setAnswer({ back: globalThis.simulatedApp?.pressBack() ?? 'no app' });
  async function askUser(): Promise<void> {
    const user = await (await hostApp(page)).userInfo('later');
    setAnswer({ user: user && { ...user, sessionKey: masked(user.sessionKey) } });
  }
  async function openPage(): Promise<void> {
    setAnswer({ userPage: await (await hostApp(page)).openUserPage(accountId(1001)) });
  }
  return (
    <TestSection title={word('test.bridge')} hint={word('test.bridgeHint')}>
      <Chips of={NAMES} chosen={plan && nameOf(plan)} onPress={simulate} />
      {(plan !== null || hostPort() !== null) && (
        <div className="flex flex-wrap gap-8">
          <Button variant="outline" compact onPress={() => setSheetOpen(true)} testId="test-sheet">
            {word('test.bridgeSheet')}
          </Button>
          <Button variant="outline" compact onPress={() => void askUser()} testId="test-user">
            {word('test.bridgeUser')}
          </Button>
          <Button variant="outline" compact onPress={() => void openPage()} testId="test-user-page">
            {word('test.bridgePage')}
          </Button>
          {plan !== null && (
            <Button variant="danger" compact onPress={stop} testId="test-stop">
              {word('test.bridgeStop')}
            </Button>
          )}
        </div>
      )}
      <RawLines
        testId="test-bridge"
        of={[
          ['answer', answer],
          ...received.map(({ call, isTrusted }) => [call, isTrusted ? 'heard' : 'refused'] as const),
        ]}
      />
      <Sheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} title={word('test.bridge')}>
        <Button onPress={back} testId="test-back">
          {word('test.bridgeBack')}
        </Button>
      </Sheet>
    </TestSection>
  );
}
