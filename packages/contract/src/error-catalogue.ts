import { FEEDBACK_FILES_MAX, FEEDBACK_WORDS_MAX } from '@jawhara/domain';
import { REFUSAL_RESULTS, type RefusalKind } from './refusal-results.ts';

interface CatalogueRow {
  readonly result: number;
  readonly httpStatus: number;
  readonly message: string;
}

/** Everything the server may refuse, with the words a payer reads. A refusal without a row does not compile. */
export const ERROR_CATALOGUE = {
  banned: { result: REFUSAL_RESULTS.banned, httpStatus: 200, message: 'هذا الحساب محظور ولا يمكن شحنه.' },
  deactivated: {
    result: REFUSAL_RESULTS.deactivated,
    httpStatus: 200,
    message: 'هذا الحساب معطّل أو ملغى ولا يمكن شحنه.',
  },
  'being-cancelled': {
    result: REFUSAL_RESULTS['being-cancelled'],
    httpStatus: 200,
    message: 'هذا الحساب قيد الإلغاء ولا يمكن شحنه.',
  },
  guest: { result: REFUSAL_RESULTS.guest, httpStatus: 200, message: 'شحن حسابات الزوار غير متاح.' },
  'source-mismatch': {
    result: REFUSAL_RESULTS['source-mismatch'],
    httpStatus: 200,
    message: 'هذا الحساب من تطبيق آخر ولا يمكن شحنه هنا.',
  },
  'ludo-account': {
    result: REFUSAL_RESULTS['ludo-account'],
    httpStatus: 200,
    message: 'لا يمكن شحن حساب لعبة لودو من هذا الرابط.',
  },
  'not-found': {
    result: REFUSAL_RESULTS['not-found'],
    httpStatus: 200,
    message: 'لا نتيجة مطابقة. تحقّق من المعرّف.',
  },
  'login-unknown-person': {
    result: REFUSAL_RESULTS['login-unknown-person'],
    httpStatus: 200,
    message: 'لا يوجد حساب مرتبط. حمّل التطبيق وأنشئ حسابًا.',
  },
  'login-closed': {
    result: REFUSAL_RESULTS['login-closed'],
    httpStatus: 200,
    message: 'سُجّل خروجك. لا يمكن الدخول بهذا الحساب.',
  },
  'login-id-missing': {
    result: REFUSAL_RESULTS['login-id-missing'],
    httpStatus: 200,
    message: 'أدخل معرّف الحساب.',
  },
  'login-password-missing': {
    result: REFUSAL_RESULTS['login-password-missing'],
    httpStatus: 200,
    message: 'أدخل كلمة المرور.',
  },
  'login-wrong': {
    result: REFUSAL_RESULTS['login-wrong'],
    httpStatus: 200,
    message: 'المعرّف أو كلمة المرور غير صحيحة.',
  },
  'login-refused': {
    result: REFUSAL_RESULTS['login-refused'],
    httpStatus: 200,
    message: 'خطأ في تسجيل الدخول.',
  },
  'login-provider-away': {
    result: REFUSAL_RESULTS['login-provider-away'],
    httpStatus: 200,
    message: 'تعذّر تسجيل الدخول. أعد المحاولة بعد قليل.',
  },
  'login-ticket-void': {
    result: REFUSAL_RESULTS['login-ticket-void'],
    httpStatus: 200,
    message: 'انتهت صلاحية الرابط أو أنه غير صالح.',
  },
  'not-signed-in': {
    result: REFUSAL_RESULTS['not-signed-in'],
    httpStatus: 200,
    message: 'سجّل الدخول من جديد ثم أعد المحاولة.',
  },
  'card-not-updated': {
    result: REFUSAL_RESULTS['card-not-updated'],
    httpStatus: 200,
    message: 'تعذّر تحديث بيانات البطاقة.',
  },
  'card-not-found': {
    result: REFUSAL_RESULTS['card-not-found'],
    httpStatus: 200,
    message: 'لم نجد هذه البطاقة. اختر بطاقة أخرى.',
  },
  malformed: {
    result: REFUSAL_RESULTS.malformed,
    httpStatus: 400,
    message: 'تعذّر فهم الطلب. حدّث الصفحة ثم أعد المحاولة.',
  },
  'card-data': {
    result: REFUSAL_RESULTS['card-data'],
    httpStatus: 400,
    message: 'لا نقبل أرقام البطاقات هنا. أدخلها في حقول البطاقة المشفّرة فقط.',
  },
  'too-many-tries': {
    result: REFUSAL_RESULTS['too-many-tries'],
    httpStatus: 429,
    message: 'محاولات كثيرة. انتظر قليلًا ثم أعد المحاولة.',
  },
  'pack-not-found': {
    result: REFUSAL_RESULTS['pack-not-found'],
    httpStatus: 200,
    message: 'هذه الباقة لم تعد متاحة. اختر باقة أخرى.',
  },
  'pay-type-not-offered': {
    result: REFUSAL_RESULTS['pay-type-not-offered'],
    httpStatus: 200,
    message: 'طريقة الدفع هذه غير متاحة لهذه الباقة.',
  },
  'order-not-found': {
    result: REFUSAL_RESULTS['order-not-found'],
    httpStatus: 200,
    message: 'لم نجد هذا الطلب.',
  },
  'order-not-cancellable': {
    result: REFUSAL_RESULTS['order-not-cancellable'],
    httpStatus: 200,
    message: 'لا يمكن إلغاء هذا الطلب الآن.',
  },
  'request-id-missing': {
    result: REFUSAL_RESULTS['request-id-missing'],
    httpStatus: 400,
    message: 'تعذّر إرسال الطلب. حدّث الصفحة ثم أعد المحاولة.',
  },
  'request-id-reused': {
    result: REFUSAL_RESULTS['request-id-reused'],
    httpStatus: 409,
    message: 'أُرسل هذا الطلب من قبل بمحتوى آخر. ابدأ طلبًا جديدًا.',
  },
  'payments-paused': {
    result: REFUSAL_RESULTS['payments-paused'],
    httpStatus: 503,
    message: 'الدفع متوقف للحظات، ولم يُخصم أي مبلغ. أعد المحاولة بعد قليل.',
  },
  'wallet-not-available': {
    result: REFUSAL_RESULTS['wallet-not-available'],
    httpStatus: 200,
    message: 'Apple Pay غير متاح على هذه الصفحة الآن.',
  },
  'fine-none': { result: REFUSAL_RESULTS['fine-none'], httpStatus: 200, message: 'لا غرامة على هذا الحساب.' },
  'fine-permanent': {
    result: REFUSAL_RESULTS['fine-permanent'],
    httpStatus: 200,
    message: 'هذا الحظر نهائي ولا يُفك بدفع غرامة. تواصل مع الدعم.',
  },
  'fine-changed': {
    result: REFUSAL_RESULTS['fine-changed'],
    httpStatus: 200,
    message: 'تغيّرت قيمة الغرامة. حدّث الصفحة لرؤية القيمة الجديدة.',
  },
  'feedback-empty': {
    result: REFUSAL_RESULTS['feedback-empty'],
    httpStatus: 200,
    message: 'اكتب وصف المشكلة أولًا.',
  },
  'feedback-too-long': {
    result: REFUSAL_RESULTS['feedback-too-long'],
    httpStatus: 200,
    message: `النص طويل. اختصره إلى ${FEEDBACK_WORDS_MAX} كلمة كحد أقصى.`,
  },
  'files-too-many': {
    result: REFUSAL_RESULTS['files-too-many'],
    httpStatus: 200,
    message: `${FEEDBACK_FILES_MAX} صور أو مقاطع كحد أقصى.`,
  },
  'file-type-refused': {
    result: REFUSAL_RESULTS['file-type-refused'],
    httpStatus: 200,
    message: 'نقبل الصور ومقاطع الفيديو فقط.',
  },
  'file-too-large': {
    result: REFUSAL_RESULTS['file-too-large'],
    httpStatus: 200,
    message: 'الملف كبير. الحد 10 ميغابايت للصورة و50 للفيديو.',
  },
  'file-empty': {
    result: REFUSAL_RESULTS['file-empty'],
    httpStatus: 200,
    message: 'الملف فارغ. اختر ملفًا آخر.',
  },
  'file-unreadable': {
    result: REFUSAL_RESULTS['file-unreadable'],
    httpStatus: 200,
    message: 'تعذّرت قراءة الملف. اختر ملفًا آخر.',
  },
  'file-not-found': {
    result: REFUSAL_RESULTS['file-not-found'],
    httpStatus: 200,
    message: 'لم نجد أحد الملفات المرفقة. أضفه من جديد.',
  },
  'upload-void': {
    result: REFUSAL_RESULTS['upload-void'],
    httpStatus: 200,
    message: 'انتهت مهلة رفع الملف. أضفه من جديد.',
  },
} as const satisfies Record<RefusalKind, CatalogueRow>;

/** A fault says nothing of its cause: the cause is in the log, under the request's id. */
export const FAULT = {
  result: 500,
  httpStatus: 500,
  message: 'حدث خطأ داخلي. أعد المحاولة بعد قليل.',
} as const;

/** A part of a batch that had no answer when the batch's time was up: the client's own number for that. */
export const PART_TIMED_OUT = {
  result: -1,
  httpStatus: 200,
  message: 'انتهت مهلة الاتصال. أعد المحاولة.',
} as const;

export const NO_SUCH_CALL = { result: 404, httpStatus: 404, message: 'هذا العنوان غير موجود.' } as const;
