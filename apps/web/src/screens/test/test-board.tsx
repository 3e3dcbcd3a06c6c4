import { AppBar } from '../../ui/app-bar.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { AccountsSection } from './accounts-section.tsx';
import { BridgeSection } from './bridge-section.tsx';
import { BuildSection } from './build-section.tsx';
import { FormatsSection } from './formats-section.tsx';
import { GraySection } from './gray-section.tsx';
import { LinksSection } from './links-section.tsx';
import { LogSection } from './log-section.tsx';
import { OutcomesSection } from './outcomes-section.tsx';
import { RoomSection } from './room-section.tsx';
import { StorageSection } from './storage-section.tsx';

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
