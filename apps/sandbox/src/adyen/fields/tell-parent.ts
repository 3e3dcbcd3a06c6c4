const message = document.querySelector<HTMLElement>('#tell')?.dataset['message'];

// Any page may receive the result: it decides nothing, because Adyen uses only the result that the bank itself reports.
if (message !== undefined) parent.postMessage(message, '*');
