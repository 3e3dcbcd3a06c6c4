import '../../words/load-operator.ts';
import type { ReactNode } from 'react';
import { useOperatorFacts } from '../../api/use-operator-facts.ts';
import { BUILD_FACTS } from '../../browser/build-facts.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, spriteSymbol } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

function Point({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="row">
      <span className="about-tile">
        <Icon name={icon} size="s" />
      </span>
      <div className="fill">{children}</div>
    </li>
  );
}

/** Whose shop it is; nothing until it is known. */
function Operator() {
  const { value: facts } = useOperatorFacts();
  if (facts === null) return null;
  return (
    <Point icon="building-2">
      {word('about.company', { company: isolatedName(facts.operator_name) })}
      <p className="small muted">{word('trust.cr', { number: isolatedLtr(facts.cr_number) })}</p>
      <p className="small muted">{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</p>
    </Point>
  );
}

export function AboutPage() {
  return (
    <>
      <svg className="about-mark" aria-hidden="true">
        <use href={spriteSymbol('logo-tile')} />
      </svg>
      <p className="text-center">{word('about.lead')}</p>
      <Card>
        <ul className="about-points">
          <Point icon="users-round">{word('about.point1')}</Point>
          <Point icon="credit-card">{word('about.point2')}</Point>
          <Operator />
        </ul>
      </Card>
      <p className="micro hint text-center">
        {word('about.version', { version: isolatedLtr(BUILD_FACTS.version) })}
      </p>
    </>
  );
}
