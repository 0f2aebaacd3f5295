import { isIP } from 'node:net';

const isLoopback = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$/g, '');
  // Every resolver gives loopback addresses for names below localhost.
  return isIP(plain) ? /^127\.|^::1$|^::ffff:127\./.test(plain) : plain === 'localhost' || plain.endsWith('.localhost');
};

const split = (netloc: string): { host: string; port: string | null } => {
  const found = /^(.*?)(?::(\d*))?$/.exec(netloc.replace(/^.*@/, ''));
  const inBrackets = /^(\[[^\]]*\])(?::(\d*))?$/.exec(netloc);
  const match = inBrackets ?? found;
  return { host: (match?.[1] ?? '').replace(/^\[|\]$/g, ''), port: match?.[2] ? match[2] : null };
};

/**
 * Why a request is refused because of where it comes from; null if it may pass. A page of another origin is refused on loopback
 * addresses only, where host and port must be the same. Pure.
 */
export const refusedOrigin = (headers: { host?: string; origin?: string; site?: string }): string | null => {
  if (headers.site === 'cross-site') return 'cross-site';
  if (headers.host === undefined || headers.origin === undefined) return null;
  const host = split(headers.host.toLowerCase());
  const netloc = (/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(headers.origin)?.[1] ?? '').toLowerCase();
  const origin = split(netloc);
  const hostName = origin.port === null ? host.host : headers.host.toLowerCase();
  const originName = host.port === null ? origin.host : netloc;
  if (!isLoopback(host.host) || hostName === '' || originName === '' || hostName === originName) return null;
  return `${hostName} != ${originName}`;
};
