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

/** PayerMax's hosted page for Apple Pay: sends the form with the token that its Apple Pay button returns. */
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
    // The payer has closed the payment sheet: the page stays as it is.
    if (data?.paymentToken === undefined || field === null) return;
    field.value = data.paymentToken;
    void button.emit('paySuccess');
    form?.submit();
  });
});
button.mount('#pm-button');
