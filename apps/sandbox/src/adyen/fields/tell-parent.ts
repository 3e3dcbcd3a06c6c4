const message = document.querySelector<HTMLElement>('#tell')?.dataset['message'];

// Any page may receive the result: the provider counts only what the bank itself reports to it.
if (message !== undefined) parent.postMessage(message, '*');
