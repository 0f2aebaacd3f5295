import type { Redaction } from './redaction.ts';

/** Four numbers; versions of packages look the same, so what stands before them decides. */
const ipv4 = /(?<![\w.-])(?<!==)(?<!version )(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\w-]|\.\d)/gi;
const ipv6 =
  /(?<![\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,7}(?::[0-9a-f]{1,4}){1,7}|(?:[0-9a-f]{1,4}:){1,7}:)(?:%\w{1,16})?(?![\w:])/gi;
const mac = /(?<![\w:-])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:-])|(?<![\w:-])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\w:-])/gi;

/** Takes out addresses of machines, but not those that mean this machine or all of them. */
export const redactAddresses = (text: string, note: Redaction['note']): string =>
  text
    .replace(mac, () => note('address'))
    .replace(ipv4, (whole, ...parts: string[]) => {
      const numbers = parts.slice(0, 4).map(Number);
      const isAddress = numbers.every((number) => number <= 255);
      const isOpen = numbers[0] === 127 || numbers[0] === 0 || numbers[0] === 255;
      return isAddress && !isOpen ? note('address') : whole;
    })
    // Names of C++ have colons too, but hardly a digit in each part.
    .replace(ipv6, (whole) =>
      /\d/.test(whole) && whole.split(':').filter((part) => part !== '').length > 1 ? note('address') : whole,
    );
