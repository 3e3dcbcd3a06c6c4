/** Saves a file through the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  // Deferred, because some browsers read the file only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
