import { DEVELOPMENT_KEY_FILE } from '../stack/development-operator.ts';

/**
 * `npm run ops`: the operator's command line, for the dev shop unless `DATABASE_URL` names another. The development key is used
 * for the dev shop only; `login` always uses the operator's own.
 */
const isOfDevShop = !process.env['DATABASE_URL'] && process.argv[2] !== 'login';
if (isOfDevShop) process.env['OPERATOR_KEY_FILE'] ||= DEVELOPMENT_KEY_FILE;
process.env['DATABASE_URL'] ||= 'postgres://postgres@127.0.0.1:5432/jawhara_dev?role=jawhara_app';
process.env['RESTATE_INGRESS_URL'] ||= 'http://127.0.0.1:4120';
process.env['RESTATE_ADMIN_URL'] ||= 'http://127.0.0.1:4121';

await import('../../apps/api/src/program/ops.ts');
