import { PAY_TYPES } from '@jawhara/domain';
import { useState } from 'react';
import { grayValue, storedGrayValue } from '../../browser/ids.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { word } from '../../words/word.ts';
import { RawLines, TestSection } from './test-section.tsx';

const isGray = (typed: string): boolean => /^\d{1,2}$/.test(typed);

/** Shows and changes this device's gray value, from 0 to 99, which decides the release groups that it belongs to. */
export function GraySection() {
  const [typed, setTyped] = useState(() => String(grayValue()));
  const [remembered, setStored] = useState(grayValue);
  function keep(): void {
    storedGrayValue.write(Number(typed));
    setStored(grayValue());
  }
  return (
    <TestSection title={word('test.payType')}>
      <RawLines
        testId="test-gray"
        of={[
          ['pay types', Object.keys(PAY_TYPES).join(' · ')],
          ['gray', remembered],
        ]}
      />
      <Field
        label={word('test.gray')}
        value={typed}
        onChange={setTyped}
        inputMode="numeric"
        isBad={!isGray(typed)}
        testId="test-gray-field"
      />
      <Button variant="outline" compact onPress={() => isGray(typed) && keep()} testId="test-gray-save">
        {word('test.save')}
      </Button>
    </TestSection>
  );
}
