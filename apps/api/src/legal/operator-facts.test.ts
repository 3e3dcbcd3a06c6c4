import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LEGAL_LANGUAGES, OPERATOR_FACTS } from '@jawhara/contract';
import { usdCents } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWrittenFacts } from './operator-facts.ts';

const fines = { baseUsdCents: usdCents(2_500), maxUsdCents: usdCents(25_000) };
const promises = { deliveryLimitHours: 6, decisionWorkingDays: 5 };
const sample = JSON.parse(readFileSync(new URL('sample-facts.json', import.meta.url), 'utf8')) as object;

/** Facts that the program computes itself, so that an operator's file must not contain them. */
const COMPUTED: readonly string[] = ['fine_base', 'delivery_limit', 'refund_decision_days'];

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'facts-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function factsFile(facts: object | string): string {
  const file = join(folder, 'facts.json');
  writeFileSync(file, typeof facts === 'string' ? facts : JSON.stringify(facts));
  return file;
}
const read = (facts: object | string, takesRealMoney = true) =>
  readWrittenFacts(factsFile(facts), { fines, promises, takesRealMoney });

describe('the operator facts', () => {
  it('in development all operator facts have sample texts in both languages', () => {
    const facts = readWrittenFacts(null, { fines, promises, takesRealMoney: false });
    for (const language of LEGAL_LANGUAGES)
      expect(OPERATOR_FACTS.filter((name) => facts[language][name] === '')).toEqual([]);
    expect(facts.ar.operator_name).not.toBe(facts.en.operator_name);
    expect(facts.ar.cr_number).toBe(facts.en.cr_number);
  });

  it('a server that takes real money does not start without operator facts, and names each missing one', () => {
    const start = () => readWrittenFacts(null, { fines, promises, takesRealMoney: true });
    for (const name of OPERATOR_FACTS.filter((fact) => !COMPUTED.includes(fact))) expect(start).toThrow(name);
    for (const name of COMPUTED) expect(start).not.toThrow(name);
  });

  it('the operator facts are read from the operator’s file', () => {
    expect(read({ ...sample, vat_number: '311' }).en.vat_number).toBe('311');
  });

  it.each([
    [{ cr_number: undefined }, 'cr_number'],
    [{ cr_number: ' ' }, 'cr_number'],
    [{ governing_law: { ar: 'x' } }, 'governing_law.en'],
    [{ governing_law: { ar: '', en: 'x' } }, 'governing_law.ar'],
    [{ goverming_law: 'x' }, 'goverming_law'],
    [{ fine_base: '$10' }, 'fine_base'],
    [{ delivery_limit: '48 hours' }, 'delivery_limit'],
    [{ refund_decision_days: '30 days' }, 'refund_decision_days'],
  ])(
    'a server with the operator fact %o does not start, also in development, and the error names the fact',
    (change, name) => {
      expect(() => read({ ...sample, ...change }, false)).toThrow(`: ${name}.`);
    },
  );

  it('the server does not start when the operator’s facts file is missing or cannot be read', () => {
    for (const broken of ['{', '[1]', '{"cr_number":7}'])
      expect(() => read(broken)).toThrow('OPERATOR_FACTS_FILE');
    const nowhere = join(folder, 'nowhere.json');
    expect(() => readWrittenFacts(nowhere, { fines, promises, takesRealMoney: true })).toThrow(
      'OPERATOR_FACTS_FILE',
    );
  });

  it('the operator facts contain the configured fine, delivery limit and refund decision days', () => {
    const { ar, en } = read(sample);
    expect([ar.fine_base, ar.delivery_limit, ar.refund_decision_days]).toEqual([
      '$25.00',
      '6 ساعات',
      '5 أيام عمل',
    ]);
    expect([en.delivery_limit, en.refund_decision_days]).toEqual(['6 hours', '5 working days']);
  });
});
