import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { OperatorContext } from '../operator/operator-context.ts';
import { refused } from '../operator/refusals.ts';
import { signOffOf } from '../operator/identity/sign-off.ts';
import { inUseOf } from '../test/test-operators.ts';
import {
  change,
  confirmedChange,
  firstChange,
  openRead,
  personalRead,
  shown,
  type Verb,
} from '../operator/verb.ts';
import { optionalOption, optionalWords, word, words } from '../operator/verb-fields.ts';
import { VERBS } from '../operator/verbs.ts';
import { findVerb, usageOf } from './command-line.ts';
import { EXIT, type Credentials, type Screen } from './command.ts';
import { runCommand } from './run-verb.ts';

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

const TOY: readonly Verb[] = [
  openRead({
    name: 'packs show',
    says: 'shows',
    input: v.strictObject({ ids: optionalWords('ID') }),
    run: async (_call, { ids }) => shown(...(ids?.split(' ') ?? [])),
  }),
  confirmedChange({
    name: 'packs put',
    says: 'does',
    input: v.strictObject({
      id: word('ID'),
      amount: v.pipe(
        optionalOption('N'),
        v.check((text) => text === null || /^\d+$/.test(text), 'is a number'),
      ),
    }),
    plan: async ({ signOff }, { amount }) =>
      amount === '0'
        ? refused('nothing-left', 'a\u001b[31mb')
        : { line: `amount ${amount} by ${signOff.by}` },
    show: ({ line }) => [line],
    run: async () => ({ kind: 'done', action }),
  }),
  change({
    name: 'operators end',
    says: 'ends',
    input: v.strictObject({ name: words('NAME') }),
    run: async () => ({ kind: 'done', action }),
  }),
  personalRead({
    name: 'order story',
    says: 'shows',
    input: v.strictObject({ order: words('ORDER') }),
    run: async ({ signOff }) => shown(signOff.why),
  }),
  firstChange({
    name: 'operators first',
    says: 'adds',
    input: v.strictObject({}),
    run: async () => ({ kind: 'done', action }),
  }),
  openRead({
    name: 'alone',
    says: 'one word',
    input: v.strictObject({}),
    run: async () => shown('alone'),
  }),
];

/** Every command is signed by huda. Her role allows nothing but the commands for packs. */
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
): Promise<{ code: number; text: string; promptCount: number }> {
  const lines: string[] = [];
  let promptCount = 0;
  const screen: Screen = {
    print: (text) => void lines.push(text),
    ask:
      answer === null
        ? null
        : async () => {
            promptCount += 1;
            return answer;
          },
  };
  const code = await runCommand(TOY, line.split(' ').filter(Boolean), context, { screen, credentials });
  return { code, text: lines.join('\n'), promptCount };
}

const SIGNED = '--why because';

describe('a command', () => {
  it('an ops command that reads no personal data needs no operator key', async () => {
    expect(await run('packs show 1 2')).toMatchObject({ code: EXIT.done, text: '1\n2' });
    expect(await run('alone')).toMatchObject({ code: EXIT.done, text: 'alone' });
  });

  it.each([
    ['packs put 1 --yes', 'Add --why'],
    ['packs put 1 --yes --by huda', 'Add --why'],
    [`packs put 1 --why ${'w'.repeat(501)}`, 'Add --why'],
    ['packs put 1 --yes --by noura --why because', 'Leave --by out'],
    ['packs end 1 --yes --why because', 'Your role does not allow this. (operators end)'],
  ])(
    'the command "%s" is refused because of its operator or its reason, and changes nothing',
    async (line, next) => {
      const { code, text } = await run(line.replace('packs end', 'operators end'), true);
      expect(code).toBe(EXIT.refused);
      expect(text).toContain(next);
      expect(text).not.toContain('amount');
    },
  );

  it('an ops command accepts the name of the key’s own operator after --by', async () => {
    const { code, text } = await run(`packs put 1 --yes --amount 5 --by huda ${SIGNED}`);
    expect([code, text.split('\n')[0]]).toEqual([EXIT.done, 'amount 5 by huda']);
  });

  it('an ops command that reads personal data is refused without an operator whose role allows it', async () => {
    expect(await run('order story 1')).toMatchObject({ code: EXIT.refused });
    expect((await run('order story 1')).text).toContain('Your role does not allow this. (order story)');
  });

  it('an ops command prints its plan and asks for a confirmation; after a yes it makes the change and prints the record', async () => {
    const { code, text, promptCount } = await run(`packs put 1 --amount 5 ${SIGNED}`, true);
    expect(code).toBe(EXIT.done);
    expect(promptCount).toBe(1);
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

  it('after a no, or without a terminal, an ops command changes nothing; with --yes it asks nothing', async () => {
    expect(await run(`packs put 1 ${SIGNED}`, false)).toMatchObject({
      code: EXIT['not-confirmed'],
      promptCount: 1,
    });
    const nobody = await run(`packs put 1 ${SIGNED}`);
    expect(nobody.code).toBe(EXIT['not-confirmed']);
    expect(nobody.text).toContain('--yes');
    expect(nobody.text).not.toContain('Done');
    expect(await run(`packs put 1 --yes ${SIGNED}`)).toMatchObject({ code: EXIT.done, promptCount: 0 });
  });

  it('a refused ops command prints the cause and the next step without control characters', async () => {
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
    `packs put 1 2 ${SIGNED}`,
    `packs put 1 --amount x ${SIGNED}`,
    'toString',
    '__proto__',
  ])('the wrong command line "%s" prints the usage', async (line) => {
    const { code, text } = await run(line);
    expect(code).toBe(EXIT.usage);
    expect(text).toContain('packs put ID [--amount N] --why REASON');
  });
});

describe('the problem of a wrong command line', () => {
  it.each([
    [`packs put ${SIGNED}`, 'ID is missing.'],
    [`packs put 1 2 ${SIGNED}`, 'Too many words: 1 2'],
    [`packs put 1 --amount x ${SIGNED}`, '--amount is a number.'],
    ['packs put 1 --unknown', "Unknown option '--unknown'"],
  ])('the wrong command line "%s" prints its problem', async (line, problem) => {
    expect((await run(line)).text).toContain(problem);
  });
});

describe('--dry-run', () => {
  it('--dry-run prints the plan, asks no question and changes nothing', async () => {
    const { code, text, promptCount } = await run(`packs put 1 --amount 5 --dry-run ${SIGNED}`, true);
    expect([code, promptCount]).toEqual([EXIT.done, 0]);
    expect(text).toBe('amount 5 by huda\nNothing was done: this is a dry run.');
  });

  it('--dry-run is a usage error for a command without a plan', async () => {
    const { code, text } = await run(`operators first --dry-run ${SIGNED}`);
    expect(code).toBe(EXIT.usage);
    expect(text).toContain('operators first has no dry run.');
  });

  it('an ops command with --dry-run is refused where the real command would be refused', async () => {
    expect(await run(`packs put 1 --amount 0 --dry-run ${SIGNED}`)).toMatchObject({ code: EXIT.refused });
  });
});

describe('--json', () => {
  const json = async (line: string, answer: boolean | null = null) =>
    JSON.parse((await run(`${line} --json`, answer)).text) as unknown;

  it('--json prints a single value: the report, the record, or the refusal with the next step', async () => {
    expect(await json('packs show 1 2')).toEqual({ kind: 'shown', parts: ['1', '2'] });
    expect(await json(`packs put 1 --yes ${SIGNED}`)).toMatchObject({
      kind: 'done',
      action: { verb: 'packs put', after: { gems: 2 } },
    });
    expect(await json(`packs put 1 --amount 0 ${SIGNED}`)).toMatchObject({
      kind: 'refused',
      because: 'nothing-left',
      next: 'ops order story shows when and how.',
    });
    expect(await json(`packs put ${SIGNED}`)).toEqual({ kind: 'usage', problems: ['ID is missing.'] });
  });

  it('--json without --yes prints the plan, asks no question and changes nothing', async () => {
    expect(await json(`packs put 1 --amount 5 ${SIGNED}`, true)).toEqual({
      kind: 'not-confirmed',
      parts: ['amount 5 by huda'],
    });
  });
});

describe('the real commands', () => {
  it('every ops command has a unique name and a description', () => {
    expect(new Set(VERBS.map(({ name }) => name)).size).toBe(VERBS.length);
    for (const { says } of VERBS) expect(says.length).toBeGreaterThan(10);
  });

  it('the webhooks commands are also found by their former name, notifications', () => {
    expect(findVerb(VERBS, ['notifications', 'replay', 'x'])).toMatchObject({
      verb: { name: 'webhooks replay' },
      rest: ['x'],
    });
  });

  it('the usage of each ops command is made from its input', () => {
    const usage = (name: string) => VERBS.filter((one) => one.name === name).map(usageOf);
    expect(usage('order refund')).toEqual([
      'order refund ORDER [--amount 4.99] [--wrong-recipient] [--used GEMS] --why REASON',
    ]);
    expect(usage('audit list')).toEqual(['audit list [ORDER] [--reads] [--why REASON]']);
    expect(usage('reconcile')).toEqual([
      'reconcile --provider N --day YYYY-MM-DD [--file F.csv] [--zone Z] [MORE.csv ...]',
    ]);
  });

  it('ops commands that need no operator key only list, wait or compare, without personal data', () => {
    for (const { name } of VERBS.filter(({ role }) => role === null))
      expect(name).toMatch(
        / (list|stuck|history|status|drain|violations|verify)$|^configure show$|^money day$|^(reconcile|funnel|errors)$/,
      );
  });

  it('ops commands that move money or gems, or end work, ask for a confirmation', () => {
    const asking = VERBS.filter((verb) => verb.kind === 'change' && verb.needsYes).map(({ name }) => name);
    expect(asking).toEqual([
      'order refund',
      'order release',
      'order send-back',
      'order move-gems',
      'fines return',
      'order rebuild',
      'webhooks discard',
      'flows kill',
      'person erase',
    ]);
  });
});
