import { describe, expect, it } from 'vitest';
import type { OperatorContext } from '../operator/operator-context.ts';
import { refused } from '../operator/refusals.ts';
import { signOffOf } from '../operator/identity/sign-off.ts';
import { inUseOf } from '../test/test-operators.ts';
import { EXIT, shown, type Commands, type Credentials, type Screen } from './command.ts';
import { COMMANDS } from './commands.ts';
import { ageText, plain, table } from './print.ts';
import { runCommand } from './run-command.ts';

const NOW = new Date('2026-11-15T10:00:00Z');
const context = { orders: { now: () => NOW } } as OperatorContext;

const action = {
  id: 'a1',
  at: NOW,
  by: 'huda',
  why: 'because',
  verb: 'packs put',
  subject: 'thing:1',
  before: { gems: 1 },
  after: { gems: 2, alerts: ['x', 'y'] },
};

const TOY: Commands = {
  'packs show': {
    kind: 'reads',
    usage: 'packs show ID',
    says: 'shows',
    run: async ({ words }) => shown([...words]),
  },
  'packs put': {
    kind: 'changes',
    usage: 'packs put ID [--amount N]',
    says: 'does',
    options: { amount: { type: 'string' } },
    async run({ confirm, option, signOff, words }) {
      if (words.length === 0) return { kind: 'usage' };
      if (option('amount') === '0') return refused('nothing-left', 'a\u001b[31mb');
      if (!(await confirm([`amount ${option('amount')} by ${signOff.by}`]))) return { kind: 'not-confirmed' };
      return { kind: 'done', action };
    },
  },
  'operators end': {
    kind: 'changes',
    usage: 'operators end NAME',
    says: 'ends',
    run: async () => ({ kind: 'done', action }),
  },
  'order story': {
    kind: 'reads-personal',
    usage: 'order story ORDER',
    says: 'shows',
    run: async ({ signOff }) => shown([signOff.why]),
  },
  alone: { kind: 'reads', usage: 'alone', says: 'one word', run: async () => shown(['alone']) },
};

/** Everything is signed by huda; her role allows nothing but packs. */
const credentials: Credentials = {
  openKey: async () => refused('no-key'),
  identify: async ({ why, verb, input }) =>
    verb === 'packs put'
      ? signOffOf({ id: 'h', name: 'huda' }, inUseOf('huda'), { why, input })
      : refused('role-missing', verb),
};

async function run(
  line: string,
  answer: boolean | null = null,
): Promise<{ code: number; text: string; asked: number }> {
  const lines: string[] = [];
  let asked = 0;
  const screen: Screen = {
    print: (text) => void lines.push(text),
    ask:
      answer === null
        ? null
        : async () => {
            asked += 1;
            return answer;
          },
  };
  const code = await runCommand(TOY, line.split(' ').filter(Boolean), context, { screen, credentials });
  return { code, text: lines.join('\n'), asked };
}

const SIGNED = '--why because';

describe('a command', () => {
  it('that reads nothing personal needs no key', async () => {
    expect(await run('packs show 1 2')).toMatchObject({ code: EXIT.done, text: '1\n2' });
    expect(await run('alone')).toMatchObject({ code: EXIT.done, text: 'alone' });
  });

  it.each([
    ['packs put 1 --yes', 'Add --why'],
    ['packs put 1 --yes --by huda', 'Add --why'],
    [`packs put 1 --why ${'w'.repeat(501)}`, 'Add --why'],
    ['packs put 1 --yes --by noura --why because', 'Leave --by out'],
    ['packs end 1 --yes --why because', 'Your role does not allow this. (operators end)'],
  ])('%s: nothing is done without the operator and the reason', async (line, next) => {
    const { code, text } = await run(line.replace('packs end', 'operators end'), true);
    expect(code).toBe(EXIT.refused);
    expect(text).toContain(next);
    expect(text).not.toContain('amount');
  });

  it('takes the name of the key’s own operator after --by, as scripts from before keys give it', async () => {
    const { code, text } = await run(`packs put 1 --yes --amount 5 --by huda ${SIGNED}`);
    expect([code, text.split('\n')[0]]).toEqual([EXIT.done, 'amount 5 by huda']);
  });

  it('that reads personal data needs the operator too, and takes a reason', async () => {
    expect(await run('order story 1')).toMatchObject({ code: EXIT.refused });
    expect((await run('order story 1')).text).toContain('Your role does not allow this. (order story)');
  });

  it('shows what it will do and asks; a yes does it and prints the record', async () => {
    const { code, text, asked } = await run(`packs put 1 --amount 5 ${SIGNED}`, true);
    expect(code).toBe(EXIT.done);
    expect(asked).toBe(1);
    expect(text.split('\n')[0]).toBe('amount 5 by huda');
    expect(text).toContain('Done: packs put');
    for (const fact of [
      'thing:1',
      'gems 1',
      'gems 2, alerts [x, y]',
      'huda',
      'because',
      '2026-11-15 10:00:00 UTC',
      'a1',
    ])
      expect(text).toContain(fact);
  });

  it('a no does nothing; so does nobody at the terminal; --yes says yes beforehand', async () => {
    expect(await run(`packs put 1 ${SIGNED}`, false)).toMatchObject({
      code: EXIT['not-confirmed'],
      asked: 1,
    });
    const nobody = await run(`packs put 1 ${SIGNED}`);
    expect(nobody.code).toBe(EXIT['not-confirmed']);
    expect(nobody.text).toContain('--yes');
    expect(nobody.text).not.toContain('Done');
    expect(await run(`packs put 1 --yes ${SIGNED}`)).toMatchObject({ code: EXIT.done, asked: 0 });
  });

  it('that is refused says what is so and what to do next, in plain letters', async () => {
    const { code, text } = await run(`packs put 1 --amount 0 ${SIGNED}`);
    expect(code).toBe(EXIT.refused);
    expect(text).toBe(
      'Not done: All of this payment has gone back already, or is on its way. (a [31mb)\nNext: ops order story shows when and how.',
    );
  });

  it.each([
    '',
    'nothing',
    'packs',
    'packs fly',
    `packs put ${SIGNED}`,
    `packs put 1 --unknown ${SIGNED}`,
    'toString',
    '__proto__',
  ])('"%s" is answered with how it is used', async (line) => {
    const { code, text } = await run(line);
    expect(code).toBe(EXIT.usage);
    expect(text).toContain('packs put ID [--amount N] --why REASON');
  });
});

describe('the real commands', () => {
  it('each says how it is used under its own name', () => {
    for (const [name, { usage, says }] of Object.entries(COMMANDS)) {
      expect(usage === name || usage.startsWith(`${name} `)).toBe(true);
      expect(says.length).toBeGreaterThan(10);
    }
  });

  it('only those that list, wait or compare without personal data need no key', () => {
    const reads = Object.entries(COMMANDS).filter(([, { kind }]) => kind === 'reads');
    for (const [name] of reads)
      expect(name).toMatch(
        / (list|stuck|history|status|drain|violations|verify)$|^(reconcile|funnel|errors)$/,
      );
  });
});

describe('what is printed', () => {
  it('lines up, numbers at the right', () => {
    expect(
      table(
        ['name', 'gems'],
        [
          ['a', 5],
          ['longer', 1060],
        ],
      ),
    ).toEqual(['name    gems', 'a          5', 'longer  1060']);
    expect(table(['a', 'b'], [[null, 'x']])).toEqual(['a  b', '-  x']);
  });

  it('holds nothing that moves the cursor or turns the line round', () => {
    expect(plain('a\u001b[2Jb\u202ec\nd\u0007e\u2066f\u200fg')).toBe('a [2Jb c d e f g');
    expect(plain('نورة 🌙')).toBe('نورة 🌙');
  });

  it('says ages in the unit that is read', () => {
    const ago = (ms: number) => ageText(new Date(NOW.getTime() - ms), NOW);
    expect([0, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000 * 3].map(ago)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '59 min',
      '1 h',
      '3 d',
    ]);
    expect(ago(-5_000)).toBe('0 s');
  });
});
