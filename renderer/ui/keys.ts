/** Whether shortcuts use the Mac's command key instead of Ctrl. */
const isMac = (): boolean => /mac/i.test(navigator.platform);

const macKeys: Record<string, string> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Enter: '⏎' };

/** A shortcut such as `Ctrl+Enter` as a person on this system reads it. */
export const keysText = (keys: string): string =>
  isMac()
    ? keys
        .split('+')
        .map((key) => macKeys[key] ?? key)
        .join(' ')
    : keys;
