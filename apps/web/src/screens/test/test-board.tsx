import { AppBar } from '../../ui/app-bar.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { AccountsSection } from './accounts-section.tsx';
import { BridgeSection } from './bridge-section.tsx';
import { BuildSection } from './build-section.tsx';
import { FormatsSection } from './formats-section.tsx';
import { GraySection } from './gray-section.tsx';
import { OutcomesSection } from './outcomes-section.tsx';
import { RoomSection } from './room-section.tsx';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { TestSection, RawLines } from './test-section.tsx';
import { forgetAll } from '../../browser/storage/device.ts';
import { useEffect, useState } from 'react';
import { createEventLog } from '../../analytics/track.ts';
import { usePageValue } from '../../page-scope.ts';

const LOOK_EVERY_MS = 1_000;

const timeOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);

/** The analytics events of this page so far. */
export function LogSection() {
  const { events } = usePageValue(createEventLog);
  const [count, setCount] = useState(() => events().length);
  useEffect(() => {
    const timer = setInterval(() => setCount(events().length), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [events]);
  return (
    <TestSection title={word('test.log')}>
      {count === 0 ? (
        <p className="small muted">{word('test.nothing')}</p>
      ) : (
        <RawLines
          testId="test-log"
          of={events().map(({ name, atMs, fields }) => [`${timeOf(atMs)} ${name}`, fields] as const)}
        />
      )}
    </TestSection>
  );
}

/** Deletes everything that this site has stored in this browser; the server's data stays. */
export function StorageSection() {
  function clear(): void {
    forgetAll();
    location.replace('/test?is_debug=1');
  }
  return (
    <Button variant="outline" icon="trash-2" onPress={clear} testId="test-clear">
      {word('test.storage')}
    </Button>
  );
}

/** Screens that a parameter of the address opens for testing. */
export function LinksSection() {
  return (
    <TestSection title={word('test.expiry')}>
      <ButtonLink href="/pay?test_update_date=1" variant="outline" compact>
        {word('test.expiryOpen')}
      </ButtonLink>
      <ButtonLink href="/recharge-list?test_zp_show=1" variant="outline" compact>
        {word('test.returnOpen')}
      </ButtonLink>
    </TestSection>
  );
}

export function TestBoard() {
  return (
    <>
      <AppBar title={word('test.title')} />
      <main className="page" data-testid="test-board">
        <div className="narrow col gap-16">
          <Note kind="warn">{word('test.warning')}</Note>
          <BuildSection />
          <AccountsSection />
          <OutcomesSection />
          <GraySection />
          <LinksSection />
          <BridgeSection />
          <RoomSection />
          <LogSection />
          <FormatsSection />
          <StorageSection />
        </div>
      </main>
    </>
  );
}
