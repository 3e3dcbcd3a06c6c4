import { arrive } from './arrive.ts';

const { hash } = location;
// Out of the address and of the history before anything else.
history.replaceState(null, '', location.pathname);
const goTo = (path: string): void => location.replace(path);
arrive(hash, document.referrer).then(goTo, () => goTo('/pay'));
