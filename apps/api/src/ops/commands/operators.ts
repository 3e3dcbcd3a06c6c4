import { addFirstOperator, addOperator } from '../../operator/operators/add-operator.ts';
import { endOperator } from '../../operator/operators/end-operator.ts';
import { listOperators } from '../../operator/operators/list-operators.ts';
import { fingerprintText } from '../../operator/identity/operator-key.ts';
import { shown, type Commands } from '../command.ts';
import { table, timeText } from '../print.ts';

const text = { type: 'string' } as const;

export const OPERATOR_COMMANDS = {
  'operators list': {
    kind: 'reads',
    usage: 'operators list',
    says: 'who may act, with which role and key, added and ended when and by whom',
    async run({ context }) {
      const all = await listOperators(context);
      if (all.length === 0) return shown(['No operator yet: ops login, then ops operators first.']);
      const rows = all.map((one) => [
        one.name,
        one.role,
        one.endedAt !== null ? `ended ${timeText(one.endedAt)}` : one.isTrusted ? 'active' : 'NOT CERTIFIED',
        timeText(one.addedAt),
        one.addedByName ?? 'itself',
        fingerprintText(one.fingerprint),
      ]);
      return shown(table(['name', 'role', 'state', 'added', 'by', 'key'], rows));
    },
  },
  'operators first': {
    kind: 'adds-first',
    usage: 'operators first --name NAME',
    says: 'your key becomes the first administrator; only while the shop has no operator, or OPERATOR_ROOTS names it',
    options: { name: text },
    async run({ context, inUse, option, why }) {
      const name = option('name');
      return name === null ? { kind: 'usage' } : addFirstOperator(context, inUse, { name, why });
    },
  },
  'operators add': {
    kind: 'changes',
    usage: 'operators add --name NAME --role support|admin --key ed25519:…',
    says: 'add a person by the public key that ops login printed for them; you sign for it',
    options: { name: text, role: text, key: text },
    async run({ context, signOff, option }) {
      const [name, role, key] = [option('name'), option('role'), option('key')];
      if (name === null || role === null || key === null) return { kind: 'usage' };
      return addOperator(context, signOff, { name, role, key });
    },
  },
  'operators end': {
    kind: 'changes',
    usage: 'operators end NAME|FINGERPRINT',
    says: 'the key of this person does nothing any more; what it signed stays valid',
    async run({ context, signOff, words }) {
      return words.length === 0 ? { kind: 'usage' } : endOperator(context, signOff, words.join(' '));
    },
  },
} as const satisfies Commands;
