import { OPERATOR_VERBS, type OperatorReadVerb, type OperatorRole, type OperatorVerb } from '@jawhara/domain';
import type * as v from 'valibot';
import { rehearse, type ActionDone } from './act.ts';
import type { KeyInUse, OperatorSignOff } from './identity/sign-off.ts';
import type { OperatorContext } from './operator-context.ts';
import { isRefused, type Refused } from './refusals.ts';
import { facts, type ReportPart } from './report-parts.ts';
import type { InputSchema } from './verb-fields.ts';

export interface Call {
  readonly context: OperatorContext;
  readonly now: Date;
  readonly progress: (what: string, done: number) => void;
}

export interface SignedCall extends Call {
  readonly signOff: OperatorSignOff;
}

/** A call by the first operator, before any operator exists: it has a key but no operator id. */
export interface FirstCall extends Call {
  readonly inUse: KeyInUse;
  readonly why: string;
}

/** `differs`: the report shows a difference that a person has to look at. */
export type Report = { readonly kind: 'shown' | 'differs'; readonly parts: readonly ReportPart[] } | Refused;

export const shown = (...parts: readonly ReportPart[]): Report => ({ kind: 'shown', parts });

/** The effects that a change will have, shown before it is done. */
export interface VerbPlan {
  readonly kind: 'plan';
  readonly parts: readonly ReportPart[];
  /** The plan as data: `run` compares it, under its lock, with a plan made anew. */
  readonly plan: object;
}

export type VerbDone = ActionDone & { readonly parts?: readonly ReportPart[] };

interface Described<Name extends string> {
  /** The name of the verb on the command line, in the table of roles and in the signed record. */
  readonly name: Name;
  readonly says: string;
  readonly input: InputSchema;
}

/** A verb that shows nothing personal, so it needs no key. */
export interface OpenReadVerb<Name extends string = string> extends Described<Name> {
  readonly kind: 'open-read';
  readonly role: null;
  run(call: Call, input: unknown): Promise<Report>;
}

/** A verb that shows personal data: the operator is authenticated, and the look is recorded. */
export interface ReadVerb<Name extends string = string> extends Described<Name> {
  readonly kind: 'read';
  readonly role: OperatorRole;
  run(call: SignedCall, input: unknown): Promise<Report>;
}

export interface ChangeVerb<Name extends string = string> extends Described<Name> {
  readonly kind: 'change';
  readonly role: OperatorRole;
  /** True if the verb moves money or gems, or ends work: then the operator sees the plan and confirms it before it runs. */
  readonly needsYes: boolean;
  plan(call: SignedCall, input: unknown): Promise<VerbPlan | Refused>;
  /** `plan`: the plan that the operator confirmed; null only if the verb needs no confirmation. */
  run(call: SignedCall, input: unknown, plan: VerbPlan | null): Promise<VerbDone | Refused>;
}

/** A verb signed by a key that belongs to no operator yet: adding the first operator. */
export interface FirstVerb<Name extends string = string> extends Described<Name> {
  readonly kind: 'first-change';
  readonly role: OperatorRole;
  run(call: FirstCall, input: unknown): Promise<VerbDone | Refused>;
}

export type Verb = OpenReadVerb | ReadVerb | ChangeVerb | FirstVerb;

interface Definition<Name extends string, Schema extends InputSchema> {
  readonly name: Name;
  readonly says: string;
  readonly input: Schema;
}

/** The caller has parsed the input with the verb's own schema. */
const parsed = <Schema extends InputSchema>(input: unknown) => input as v.InferOutput<Schema>;

export function openRead<const Name extends string, Schema extends InputSchema>({
  run,
  ...rest
}: Definition<Name, Schema> & {
  run(call: Call, input: v.InferOutput<Schema>): Promise<Report>;
}): OpenReadVerb<Name> {
  return { ...rest, kind: 'open-read', role: null, run: (call, input) => run(call, parsed<Schema>(input)) };
}

export function personalRead<const Name extends OperatorReadVerb, Schema extends InputSchema>({
  run,
  ...rest
}: Definition<Name, Schema> & {
  run(call: SignedCall, input: v.InferOutput<Schema>): Promise<Report>;
}): ReadVerb<Name> {
  const { role } = OPERATOR_VERBS[rest.name];
  return { ...rest, kind: 'read', role, run: (call, input) => run(call, parsed<Schema>(input)) };
}

/**
 * Defines a change that runs at once, without confirmation. Its plan is a rehearsal: the work is done and rolled back,
 * and what would have been recorded is shown. A verb whose effect is outside the database has a plan of its own.
 */
export function change<const Name extends OperatorVerb, Schema extends InputSchema>({
  plan,
  run,
  ...rest
}: Definition<Name, Schema> & {
  readonly plan?: (
    call: SignedCall,
    input: v.InferOutput<Schema>,
  ) => Promise<Record<string, string | number | null> | Refused>;
  run(call: SignedCall, input: v.InferOutput<Schema>): Promise<VerbDone | Refused>;
}): ChangeVerb<Name> {
  return {
    ...rest,
    kind: 'change',
    role: OPERATOR_VERBS[rest.name].role,
    needsYes: false,
    async plan(call, input) {
      const effects =
        plan === undefined
          ? await rehearse(call.context, (context) => run({ ...call, context }, parsed<Schema>(input)))
          : await plan(call, parsed<Schema>(input));
      if (isRefused(effects)) return effects;
      const entries = Object.entries(effects).map(
        ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value] as const,
      );
      return { kind: 'plan', plan: effects, parts: [facts(entries)] };
    },
    run: (call, input) => run(call, parsed<Schema>(input)),
  };
}

/** Defines a change that is shown first: `run` gets the plan that the operator confirmed. */
export function confirmedChange<
  const Name extends OperatorVerb,
  Schema extends InputSchema,
  Plan extends object,
>({
  plan,
  show,
  run,
  ...rest
}: Definition<Name, Schema> & {
  plan(call: SignedCall, input: v.InferOutput<Schema>): Promise<Plan | Refused>;
  show(plan: Plan): readonly ReportPart[];
  run(call: SignedCall, plan: Plan): Promise<VerbDone | Refused>;
}): ChangeVerb<Name> {
  return {
    ...rest,
    kind: 'change',
    role: OPERATOR_VERBS[rest.name].role,
    needsYes: true,
    async plan(call, input) {
      const made = await plan(call, parsed<Schema>(input));
      return isRefused(made) ? made : { kind: 'plan', plan: made, parts: show(made) };
    },
    async run(call, _input, agreed) {
      if (agreed === null) throw new Error(`${rest.name} runs only with a plan that was shown`);
      return run(call, agreed.plan as Plan);
    },
  };
}

export function firstChange<const Name extends OperatorVerb, Schema extends InputSchema>({
  run,
  ...rest
}: Definition<Name, Schema> & {
  run(call: FirstCall, input: v.InferOutput<Schema>): Promise<VerbDone | Refused>;
}): FirstVerb<Name> {
  const { role } = OPERATOR_VERBS[rest.name];
  return { ...rest, kind: 'first-change', role, run: (call, input) => run(call, parsed<Schema>(input)) };
}
