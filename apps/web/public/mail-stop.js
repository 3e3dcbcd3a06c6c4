/* The page behind "stop" in a mail. Opening it changes nothing: mail scanners open every link. */
(function () {
  const WORDS = {
    ar: {
      brand: 'جوهرة',
      title: 'إيقاف رسائل هذا الطلب',
      body: 'لن تصل رسائل أخرى عن هذا الطلب، ويُحذف البريد.',
      stop: 'إيقاف الرسائل',
      stopped: 'أُوقفت رسائل الطلب {order}',
      stoppedBody: 'لن تصل رسائل أخرى عنه إلى هذا البريد.',
      invalid: 'الرابط ناقص أو مُعدّل. افتحه من الرسالة مرة أخرى.',
      failed: 'تعذّر الاتصال. أعد المحاولة.',
    },
    en: {
      brand: 'Jawhara',
      title: 'Stop emails about this order',
      body: 'No more emails about this order will be sent, and the address is deleted.',
      stop: 'Stop emails',
      stopped: 'Emails about order {order} are stopped',
      stoppedBody: 'No more emails about it will reach this address.',
      invalid: 'The link is incomplete or was changed. Open it from the email again.',
      failed: "We couldn't connect. Try again.",
    },
  };
  const language = new URLSearchParams(location.search).get('lang') === 'en' ? 'en' : 'ar';
  const words = WORDS[language];
  const link = location.hash.slice(1);
  const [title, body, stop] = ['title', 'body', 'stop'].map((id) => document.getElementById(id));

  function say(heading, sentence, mayPress) {
    title.textContent = heading;
    body.textContent = sentence;
    stop.hidden = !mayPress;
    stop.removeAttribute('aria-busy');
  }

  /** The number keeps its own order inside an Arabic sentence, and stays on one line. */
  function sayStopped(number) {
    const order = document.createElement('bdi');
    order.dir = 'ltr';
    order.textContent = number;
    const [before, after] = words.stopped.split('{order}');
    say('', words.stoppedBody, false);
    title.append(before, order, after);
  }

  function press() {
    if (stop.getAttribute('aria-busy') === 'true') return;
    stop.setAttribute('aria-busy', 'true');
    fetch('/api/order/mail/unsubscribe/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link: link }),
    })
      .then((response) => response.json())
      .then((envelope) => {
        if (envelope.result !== 0) return say(words.title, words.invalid, envelope.result !== 22062);
        return sayStopped(envelope.data.order_number);
      })
      .catch(() => say(words.title, words.failed, true));
  }

  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  document.title = words.brand;
  stop.textContent = words.stop;
  stop.addEventListener('click', press);
  if (link === '') say(words.title, words.invalid, false);
  else say(words.title, words.body, true);
})();
