import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { i18n } from '../../renderer/i18n/i18n.ts';

// A busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 });

// What Mantine asks of a browser and jsdom lacks.
window.matchMedia = (query: string): MediaQueryList =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
window.ResizeObserver = class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
// jsdom has no fonts; text areas that grow wait for theirs.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
// jsdom lays nothing out; a virtual list shows no row in a box without height, and every row in one whose rows have none.
const sizes = { clientHeight: 600, clientWidth: 900, offsetHeight: 24, offsetWidth: 900 };
for (const [name, size] of Object.entries(sizes))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });

beforeEach(async () => {
  localStorage.clear();
  await i18n.changeLanguage('en');
});
afterEach(() => {
  notifications.clean();
  cleanup();
  window.location.hash = '';
});
