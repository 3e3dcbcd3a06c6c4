const message = document.querySelector<HTMLElement>('#tell')?.dataset['message'];

// The result is worth nothing without the bank's own word to the provider: any page may hear it.
if (message !== undefined) parent.postMessage(message, '*');
