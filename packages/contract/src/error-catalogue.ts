import {
  FEEDBACK_FILES_MAX,
  FEEDBACK_WORDS_MAX,
  type FeedbackTextRefusal,
  type FileRefusal,
  type LoginGap,
  type RechargeRefusal,
} from '@jawhara/domain';

export type RefusalKind =
  | RechargeRefusal
  | LoginGap
  | FeedbackTextRefusal
  | FileRefusal
  | 'files-too-many'
  | 'file-unreadable'
  | 'file-not-found'
  | 'upload-void'
  | 'login-wrong'
  | 'login-refused'
  | 'login-provider-away'
  | 'login-unknown-person'
  | 'login-ticket-void'
  | 'login-closed'
  | 'not-signed-in'
  | 'malformed'
  | 'card-data'
  | 'too-many-tries'
  | 'pack-not-found'
  | 'pay-type-not-offered'
  | 'order-not-found'
  | 'order-not-cancellable'
  | 'request-id-missing'
  | 'request-id-reused'
  | 'card-not-found'
  | 'card-not-updated'
  | 'payments-paused'
  | 'wallet-not-available'
  | 'fine-none'
  | 'fine-permanent'
  | 'fine-changed';

interface CatalogueRow {
  /** The envelope's result. 20001 and 20186 are the specification's; the rest of 20xxx and 22xxx are ours. */
  readonly result: number;
  readonly httpStatus: number;
  readonly message: string;
}

/** Everything the server may refuse, with the words a payer reads. A refusal without a row does not compile. */
export const ERROR_CATALOGUE = {
  banned: { result: 20001, httpStatus: 200, message: 'هذا الحساب محظور ولا يمكن شحنه.' },
  deactivated: { result: 20186, httpStatus: 200, message: 'هذا الحساب معطّل أو ملغى ولا يمكن شحنه.' },
  'being-cancelled': { result: 20187, httpStatus: 200, message: 'هذا الحساب قيد الإلغاء ولا يمكن شحنه.' },
  guest: { result: 20188, httpStatus: 200, message: 'شحن حسابات الزوار غير متاح.' },
  'source-mismatch': { result: 20189, httpStatus: 200, message: 'هذا الحساب من تطبيق آخر ولا يمكن شحنه هنا.' },
  'ludo-account': { result: 20190, httpStatus: 200, message: 'لا يمكن شحن حساب لعبة لودو من هذا الرابط.' },
  'not-found': { result: 20191, httpStatus: 200, message: 'لا نتيجة مطابقة. تحقّق من المعرّف.' },
  // The specification's number for a social login that no account belongs to.
  'login-unknown-person': {
    result: 21266,
    httpStatus: 200,
    message: 'لا يوجد حساب مرتبط. حمّل التطبيق وأنشئ حسابًا.',
  },
  // The specification's number for a login that logs out: the account is not to be used any more.
  'login-closed': { result: -10000, httpStatus: 200, message: 'سُجّل خروجك. لا يمكن الدخول بهذا الحساب.' },
  'login-id-missing': { result: 22020, httpStatus: 200, message: 'أدخل معرّف الحساب.' },
  'login-password-missing': { result: 22021, httpStatus: 200, message: 'أدخل كلمة المرور.' },
  'login-wrong': { result: 22022, httpStatus: 200, message: 'المعرّف أو كلمة المرور غير صحيحة.' },
  'login-refused': { result: 22023, httpStatus: 200, message: 'خطأ في تسجيل الدخول.' },
  'login-provider-away': {
    result: 22024,
    httpStatus: 200,
    message: 'تعذّر تسجيل الدخول. أعد المحاولة بعد قليل.',
  },
  'login-ticket-void': { result: 22025, httpStatus: 200, message: 'انتهت صلاحية الرابط أو أنه غير صالح.' },
  'not-signed-in': { result: 22026, httpStatus: 200, message: 'سجّل الدخول من جديد ثم أعد المحاولة.' },
  // The specification's number.
  'card-not-updated': { result: 31073, httpStatus: 200, message: 'تعذّر تحديث بيانات البطاقة.' },
  'card-not-found': { result: 22030, httpStatus: 200, message: 'لم نجد هذه البطاقة. اختر بطاقة أخرى.' },
  malformed: { result: 22001, httpStatus: 400, message: 'تعذّر فهم الطلب. حدّث الصفحة ثم أعد المحاولة.' },
  'card-data': {
    result: 22002,
    httpStatus: 400,
    message: 'لا نقبل أرقام البطاقات هنا. أدخلها في حقول البطاقة المشفّرة فقط.',
  },
  'too-many-tries': { result: 22003, httpStatus: 429, message: 'محاولات كثيرة. انتظر قليلًا ثم أعد المحاولة.' },
  'pack-not-found': { result: 22004, httpStatus: 200, message: 'هذه الباقة لم تعد متاحة. اختر باقة أخرى.' },
  'pay-type-not-offered': {
    result: 22005,
    httpStatus: 200,
    message: 'طريقة الدفع هذه غير متاحة لهذه الباقة.',
  },
  'order-not-found': { result: 22006, httpStatus: 200, message: 'لم نجد هذا الطلب.' },
  'order-not-cancellable': { result: 22007, httpStatus: 200, message: 'لا يمكن إلغاء هذا الطلب الآن.' },
  'request-id-missing': {
    result: 22008,
    httpStatus: 400,
    message: 'تعذّر إرسال الطلب. حدّث الصفحة ثم أعد المحاولة.',
  },
  'request-id-reused': {
    result: 22009,
    httpStatus: 409,
    message: 'أُرسل هذا الطلب من قبل بمحتوى آخر. ابدأ طلبًا جديدًا.',
  },
  'payments-paused': {
    result: 22010,
    httpStatus: 503,
    message: 'الدفع متوقف للحظات، ولم يُخصم أي مبلغ. أعد المحاولة بعد قليل.',
  },
  'wallet-not-available': {
    result: 22011,
    httpStatus: 200,
    message: 'Apple Pay غير متاح على هذه الصفحة الآن.',
  },
  'fine-none': { result: 22050, httpStatus: 200, message: 'لا غرامة على هذا الحساب.' },
  'fine-permanent': {
    result: 22051,
    httpStatus: 200,
    message: 'هذا الحظر نهائي ولا يُفك بدفع غرامة. تواصل مع الدعم.',
  },
  'fine-changed': {
    result: 22052,
    httpStatus: 200,
    message: 'تغيّرت قيمة الغرامة. حدّث الصفحة لرؤية القيمة الجديدة.',
  },
  'feedback-empty': { result: 22040, httpStatus: 200, message: 'اكتب وصف المشكلة أولًا.' },
  'feedback-too-long': {
    result: 22041,
    httpStatus: 200,
    message: `النص طويل. اختصره إلى ${FEEDBACK_WORDS_MAX} كلمة كحد أقصى.`,
  },
  'files-too-many': {
    result: 22042,
    httpStatus: 200,
    message: `${FEEDBACK_FILES_MAX} صور أو مقاطع كحد أقصى.`,
  },
  'file-type-refused': { result: 22043, httpStatus: 200, message: 'نقبل الصور ومقاطع الفيديو فقط.' },
  'file-too-large': {
    result: 22044,
    httpStatus: 200,
    message: 'الملف كبير. الحد 10 ميغابايت للصورة و50 للفيديو.',
  },
  'file-empty': { result: 22045, httpStatus: 200, message: 'الملف فارغ. اختر ملفًا آخر.' },
  'file-unreadable': { result: 22046, httpStatus: 200, message: 'تعذّرت قراءة الملف. اختر ملفًا آخر.' },
  'file-not-found': { result: 22047, httpStatus: 200, message: 'لم نجد أحد الملفات المرفقة. أضفه من جديد.' },
  'upload-void': { result: 22048, httpStatus: 200, message: 'انتهت مهلة رفع الملف. أضفه من جديد.' },
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

export function refusalOfResult(result: number): RefusalKind | null {
  for (const [kind, row] of Object.entries(ERROR_CATALOGUE)) {
    if (row.result === result) return kind as RefusalKind;
  }
  return null;
}
