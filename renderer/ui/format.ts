import type { Language } from '../i18n/i18n.ts';

/** Ways to write numbers and times; every text is ready to show. */
export interface Format {
  /** Under a minute to one decimal with its unit, then m:ss, from an hour on in words. */
  duration(ms: number): string;
  /** Whole seconds with their unit, for countdowns; from a minute on m:ss. */
  seconds(ms: number): string;
  /** As a running clock, always m:ss or h:mm:ss. */
  clock(ms: number): string;
  /** With a decimal unit to one decimal: 6.2 GB. */
  bytes(bytes: number): string;
  /** Memory as engines count it (1 GiB = 1024³), to one decimal without unit. */
  gib(bytes: number): string;
  /** 0.61 → 61 %. */
  percent(ratio: number): string;
  number(value: number): string;
  /** 03:12 of today, else with its date. */
  time(iso: string): string;
  /** 03:12:07, whatever the day. */
  timeOfDay(iso: string): string;
  /** Date and time to the second. */
  exactTime(iso: string): string;
  /** Heading of a day: Today, Yesterday, else the date. */
  day(iso: string): string;
  /** Day and month, for axes: 30 Nov. */
  shortDay(iso: string): string;
  /** Of today its time, of this week its weekday, else day and month: for "since …". */
  sinceDay(iso: string): string;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const locales: Record<Language, string> = { en: 'en-GB', ko: 'ko-KR' };
const longWords = {
  en: { hour: ' h', minute: ' min', day: ' d' },
  ko: { hour: '시간', minute: '분', day: '일' },
} as const;

const two = (value: number): string => String(value).padStart(2, '0');
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would print as 1000.0.
  while (value >= 999.95 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${byteUnits[unit]}`;
}

function create(language: Language): Format {
  const locale = locales[language];
  const words = longWords[language];
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dated = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const toSecond = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
  const date = new Intl.DateTimeFormat(locale, { weekday: 'short', year: 'numeric', month: 'long', day: 'numeric' });
  const short = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale);
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return {
    duration(ms) {
      if (ms < 59_950) return language === 'ko' ? `${(ms / 1000).toFixed(1)}초` : `${(ms / 1000).toFixed(1)} s`;
      if (ms < 3_600_000) return clock(ms);
      const minutes = Math.floor(ms / 60_000);
      const hours = Math.floor(minutes / 60);
      if (hours < 48) return `${hours}${words.hour} ${minutes % 60}${words.minute}`;
      return `${Math.floor(hours / 24)}${words.day} ${hours % 24}${words.hour}`;
    },
    seconds(ms) {
      if (ms >= 60_000) return clock(ms);
      return language === 'ko' ? `${Math.ceil(ms / 1000)}초` : `${Math.ceil(ms / 1000)} s`;
    },
    clock,
    bytes: bytesText,
    gib: (bytes) => (bytes / 1024 ** 3).toFixed(1),
    percent: (ratio) => `${Math.floor(ratio * 100)} %`,
    number: (value) => number.format(value),
    time(iso) {
      const at = new Date(iso);
      return isSameDay(at, new Date()) ? time.format(at) : dated.format(at);
    },
    timeOfDay: (iso) => toSecond.format(new Date(iso)),
    // Korean has hours of one digit in such a time, beside others of two.
    exactTime: (iso) =>
      exact
        .formatToParts(new Date(iso))
        .map(({ type, value }) => (type === 'hour' ? value.padStart(2, '0') : value))
        .join(''),
    shortDay: (iso) => short.format(new Date(iso)),
    sinceDay(iso) {
      const at = new Date(iso);
      const now = new Date();
      if (isSameDay(at, now)) return time.format(at);
      const weekAgo = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6);
      return (at >= weekAgo ? weekday : short).format(at);
    },
    day(iso) {
      const at = new Date(iso);
      const today = new Date();
      if (isSameDay(at, today)) return capital(relative.format(0, 'day'));
      const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
      return isSameDay(at, yesterday) ? capital(relative.format(-1, 'day')) : date.format(at);
    },
  };
}

const formats: Record<Language, Format> = { en: create('en'), ko: create('ko') };

/** The formatters of a language. */
export const formatFor = (language: Language): Format => formats[language];
