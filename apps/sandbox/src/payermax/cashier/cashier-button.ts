interface Button {
  mount(selector: string): void;
  on(event: 'payButtonClick', listener: () => void): void;
  emit(
    action: 'canMakePayment' | 'paySuccess',
  ): Promise<{ readonly data?: { readonly paymentToken?: string } }> | undefined;
}

interface Library {
  create(name: 'applepay', options: { readonly clientKey: string; readonly sessionKey: string }): Button;
}

/** Pays with the token that the page's own button returns. */
const place = document.querySelector<HTMLElement>('#pm-button');
const form = document.querySelector<HTMLFormElement>('#pm-form');
const { PMdropin: library } = window as unknown as { PMdropin: Library };
const button = library.create('applepay', {
  clientKey: place?.dataset['clientKey'] ?? '',
  sessionKey: place?.dataset['sessionKey'] ?? '',
});

button.on('payButtonClick', () => {
  void button.emit('canMakePayment')?.then(({ data }) => {
    const field = document.querySelector<HTMLInputElement>('#pm-token');
    // The payer closed the sheet: the page is as before.
    if (data?.paymentToken === undefined || field === null) return;
    field.value = data.paymentToken;
    void button.emit('paySuccess');
    form?.submit();
  });
});
button.mount('#pm-button');
