import { ButtonLink } from '../../ui/button.tsx';
import { word } from '../../words/word.ts';
import { TestSection } from './test-section.tsx';

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
