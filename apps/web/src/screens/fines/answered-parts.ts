/** Parts that show the answer about an account's ban: one chunk. */
export { FinePayment } from './fine-payment.tsx';
export { NoSuchFine } from './no-such-fine.tsx';
