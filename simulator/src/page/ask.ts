/** Asks before something is lost. */
export function ask(question: string, yes: string, no: string): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'ask';
  const words = document.createElement('p');
  words.id = 'ask-words';
  words.textContent = question;
  dialog.setAttribute('aria-labelledby', words.id);
  const form = document.createElement('form');
  form.method = 'dialog';
  form.className = 'row';
  for (const [text, value] of [
    [no, 'no'],
    [yes, 'yes'],
  ]) {
    const button = document.createElement('button');
    [button.textContent, button.value] = [text, value];
    form.append(button);
  }
  dialog.append(words, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
