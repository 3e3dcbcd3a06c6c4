import '../../words/load-data.ts';
import { readMyData } from '@jawhara/contract';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { useQuery } from '../../api/use-query.ts';
import { saveFile } from '../../browser/save-file.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';
import { MyDataList } from './my-data-list.tsx';
import { readMyFile } from './my-file.ts';
import { SessionList } from './session-list.tsx';
import { UsageControl } from './usage-control.tsx';

const EraseDataSheet = lazy(async () => ({
  default: (await import('./erase-data-sheet.tsx')).EraseDataSheet,
}));

function MyData({ file }: { file: string }) {
  const read = readMyFile(file);
  function download(): void {
    const day = new Date().toISOString().slice(0, 10);
    saveFile(`jawhara-my-data-${day}.json`, new Blob([file], { type: 'application/json' }));
    showToast(word('data.downloaded'));
  }
  return (
    <>
      <Button variant="soft" icon="download" onPress={download}>
        {word('data.download')}
      </Button>
      {read !== null && <MyDataList file={read} />}
    </>
  );
}

/** The data stored about the visitor: to read, to download, and to have it erased. */
export function MyDataPage() {
  const [isErasing, setErasing] = useState(false);
  // The answer is another one when the visitor logs in meanwhile.
  const accountId = useStored(storedLogin)?.account.accountId ?? null;
  const { value, problem, retry } = useQuery(`my-data ${accountId ?? ''}`, () => call(readMyData, {}), 0);
  return (
    <>
      <p className="muted">{word('data.lead')}</p>
      {value !== null && <MyData file={value.file} />}
      {value === null && problem !== null && <ErrorState title={word('data.loadFailed')} onRetry={retry} />}
      {value === null && problem === null && (
        <p className="row muted" role="status">
          <Spinner /> {word('data.loading')}
        </p>
      )}
      {accountId !== null && <SessionList accountId={accountId} />}
      <UsageControl />
      <Button variant="outline" icon="trash-2" onPress={() => setErasing(true)}>
        {word('data.erase')}
      </Button>
      {isErasing && (
        <Suspense fallback={null}>
          <EraseDataSheet onClose={() => setErasing(false)} />
        </Suspense>
      )}
    </>
  );
}
