import { findRecipient } from '@jawhara/contract';
import type { AccountStatus, DisplayId } from '@jawhara/domain';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';
import { Chips, TestSection, RawLines } from './test-section.tsx';

/** Sample accounts, for each status, that a development database is seeded with. */
const SAMPLE_IDS = {
  normal: '5048213',
  banned: '7719042',
  deactivated: '7719043',
  deactivating: '7719044',
  guest: '7719045',
  'source-mismatch': '7719046',
  'banned for ever': '7719048',
  'not-existing': '99999999',
} as const satisfies Record<AccountStatus | 'guest' | 'banned for ever', string>;

type Sample = keyof typeof SAMPLE_IDS;
const SAMPLES = Object.keys(SAMPLE_IDS) as Sample[];

export function AccountsSection() {
  const navigate = useNavigate();
  const [reported, setReported] = useState<readonly (readonly [string, unknown])[]>([]);
  async function lookUp(sample: Sample): Promise<void> {
    const displayId = SAMPLE_IDS[sample] as DisplayId;
    const answer = await call(findRecipient, { displayId });
    if (answer.kind !== 'ok') return setReported([[`${sample} ${displayId}`, answer]]);
    rememberRecipient(answer.value);
    navigate('/pay');
  }
  return (
    <TestSection title={word('test.accounts')} hint={word('test.accountsHint')}>
      <Chips of={SAMPLES} onPress={(sample) => void lookUp(sample)} />
      <RawLines of={reported} testId="test-account" />
    </TestSection>
  );
}
