/** The text in a field. */
export const textIn = (element: Element): string =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '';
export const isChecked = (element: Element): boolean => element instanceof HTMLInputElement && element.checked;
export const isDisabled = (element: Element): boolean =>
  element.hasAttribute('disabled') || element.hasAttribute('data-disabled');
/** What describes a field to a screen reader. */
export const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
